import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../engines/database/pool.ts'
import { openDatabase } from '../../engines/database/open-database.ts'
import { migrate } from '../../engines/migrations/migrate.ts'
import { updateSchema } from '../../schema.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { makeAuditMonths } from './audit-months.ts'
import { verifyAudit } from './verify-audit.usecases.ts'

const SILENT = { info() {}, warn() {}, error() {} }

describe('the portal’s role next to the owner of the tables', () => {
  let portal: TestPortal
  let tables: string[]

  beforeAll(async () => {
    portal = await testPortal({ ownsNothing: true })
    await portal.addCounty('Reeves')
    await makeAuditMonths(portal.world)
    const { rows } = await portal.pool.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c
       WHERE c.relkind IN ('r', 'p') AND (c.relname LIKE 'audit\\_record%' OR c.relname = 'audit_chain')`,
    )
    tables = rows.map(({ name }) => name)
  })
  afterAll(() => portal.close())

  test('records through the function, and creates months, without owning any', async () => {
    expect(tables.length).toBeGreaterThan(4)
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 1, problem: null })
    const { rows } = await portal.pool.query(
      `SELECT count(*)::int AS owned FROM pg_class WHERE pg_has_role(relowner, 'MEMBER')`,
    )
    expect(rows).toEqual([{ owned: 0 }])
  })

  test.each([
    (table: string) => `TRUNCATE ${table}`,
    (table: string) => `TRUNCATE ${table} CASCADE`,
    (table: string) => `DELETE FROM ${table}`,
    (table: string) => `UPDATE ${table} SET hash = ''`,
    (table: string) => `INSERT INTO ${table} DEFAULT VALUES`,
    (table: string) => `DROP TABLE ${table}`,
    (table: string) => `DROP TABLE ${table} CASCADE`,
    (table: string) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    (table: string) => `ALTER TABLE audit_record DETACH PARTITION ${table}`,
    (table: string) => `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
  ])('may not change or empty the record or a part of it: %s', async (statement) => {
    for (const table of tables) {
      await expect(portal.pool.query(statement(table))).rejects.toThrow(/permission denied|must be owner/)
    }
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 1, problem: null })
  })

  test.each([
    'CREATE OR REPLACE FUNCTION append_audit_records(entries jsonb) RETURNS void LANGUAGE sql AS $$ $$',
    'DROP FUNCTION audit_record_is_append_only() CASCADE',
    `SET session_replication_role = 'replica'`,
    'DELETE FROM schema_migration',
    'DROP SCHEMA public CASCADE',
  ])('nor its protections: %s', async (statement) => {
    await expect(portal.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('a temporary table of the same name does not intercept records', async () => {
    const client = await portal.pool.connect()
    await client.query('BEGIN')
    await client.query('CREATE TEMP TABLE audit_record (LIKE public.audit_record) ON COMMIT DROP')
    await client.query('CREATE TEMP TABLE audit_chain (LIKE public.audit_chain) ON COMMIT DROP')
    await client.query(
      `SELECT append_audit_records('[{"at": "2026-03-10T15:00:00Z", "action": "county.added", "actor_kind": "command line",
         "actor_name": "command line", "came_from": "command line", "subject_kind": "county", "subject_id": "1"}]')`,
    )
    await client.query('COMMIT')
    client.release()
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 2, problem: null })
  })
})

describe('DATABASE_MIGRATION_URL', () => {
  let target: TestDatabase
  const open = (migrationUrl: string) =>
    openDatabase({
      databaseUrl: target.url,
      migrationUrl,
      databasePrepare: false,
      dataDir: '/nowhere',
      server: true,
      poolSize: 2,
      log: SILENT,
    })

  beforeAll(async () => {
    target = await testDatabase({ ownsNothing: true })
  })
  afterAll(() => target.close())

  test('creates the schema, and grants the portal’s role its rights on new objects', async () => {
    const database = await open(target.ownerUrl)
    await database.asOwner(async (owner) => {
      await owner.query('CREATE TABLE newer (id integer)')
      return updateSchema(owner)
    })
    expect((await database.pool.query('INSERT INTO newer VALUES (1)')).rowCount).toBe(1)
    await expect(database.pool.query('DROP TABLE newer')).rejects.toThrow('must be owner')
    await database.close()
  })

  test('lets the portal’s role use the objects of a migration immediately, even if the next one fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-rights-'))
    await cp(join(import.meta.dirname, '../../engines/migrations'), folder, { recursive: true })
    await writeFile(
      join(folder, '9001-later.sql'),
      'CREATE TABLE later (id integer GENERATED ALWAYS AS IDENTITY)',
    )
    await writeFile(join(folder, '9002-broken.sql'), 'SELECT 1 / 0')
    const database = await open(target.ownerUrl)
    const release = { migrations: folder, repeatables: [] }
    try {
      await expect(database.asOwner((owner, roles) => migrate(owner, release, roles))).rejects.toThrow('9002')
      expect((await database.pool.query('INSERT INTO later DEFAULT VALUES')).rowCount).toBe(1)
      await expect(database.pool.query('DELETE FROM audit_record')).rejects.toThrow('permission denied')
    } finally {
      await database.close()
      await rm(folder, { recursive: true })
    }
  })

  test('of a role next to one that may create in the schema is refused in one line', async () => {
    const database = await open(target.ownerUrl)
    const owner = createPool({ connectionString: target.ownerUrl }, { size: 1, log: SILENT })
    await owner.query('GRANT CREATE ON SCHEMA public TO PUBLIC')
    try {
      await expect(database.asOwner(updateSchema)).rejects.toThrow(
        /may create in the portal's schema, .*REVOKE CREATE ON SCHEMA public FROM PUBLIC/,
      )
    } finally {
      await owner.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
      await owner.end()
      await database.close()
    }
  })

  test('of the same role is refused in one line', async () => {
    const database = await open(target.url)
    await expect(database.asOwner(updateSchema)).rejects.toThrow(
      /^The role .* of DATABASE_URL has the rights of .*, the one of DATABASE_MIGRATION_URL\. Take two roles/,
    )
    await database.close()
  })

  test('R1.110 of another database is refused in one line, and nothing is written there', async () => {
    const other = await testDatabase({ ownsNothing: true })
    const database = await open(other.ownerUrl)
    let isTouched = false
    try {
      await expect(database.asOwner(async () => void (isTouched = true))).rejects.toThrow(
        /^DATABASE_MIGRATION_URL names another database than DATABASE_URL\. Name the same one in both\.$/,
      )
      expect(isTouched).toBe(false)
    } finally {
      await database.close()
      await other.close()
    }
  })
})
