import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded } from '../../engines/database/embedded/launch.ts'
import { openDatabase, type Database } from '../../engines/database/open-database.ts'
import { createPool } from '../../engines/database/pool.ts'
import { requireSchema, updateSchema } from '../../schema.ts'
import { endDatabaseProcesses, newFolder } from '../../testing/database-processes.ts'
import { testClock } from '../../testing/test-clock.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { recordAudit } from './record.ts'
import { verifyAudit } from './verify-audit.usecases.ts'

const SILENT = { info() {}, warn() {}, error() {} }

const open = (dataDir: string, server: boolean) =>
  openDatabase({ databaseUrl: null, databasePrepare: true, dataDir, server, poolSize: 3, log: SILENT })

const record = ({ kysely }: Database) =>
  kysely.transaction().execute((transaction) =>
    recordAudit(
      transaction,
      { clock: testClock(), actor: COMMAND_LINE },
      {
        action: 'password.changed',
        subject: { kind: 'account', id: 1 },
      },
    ),
  )

describe('the portal’s role on the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = await open(newFolder(), true)
    await database.asOwner(updateSchema)
    await record(database)
  })
  afterAll(async () => {
    await database.close()
    await endDatabaseProcesses()
  })

  test('owns nothing, and is a member of no role that does', async () => {
    const { rows } = await database.pool.query(
      `SELECT current_user AS role, (SELECT count(*)::int FROM pg_class WHERE pg_has_role(relowner, 'MEMBER')) AS owned,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = current_user::regrole) AS memberships`,
    )
    expect(rows).toEqual([{ role: 'portal_app', owned: 0, memberships: 0 }])
  })

  test.each([
    'TRUNCATE audit_record',
    'TRUNCATE audit_record_default',
    'TRUNCATE audit_chain CASCADE',
    'DELETE FROM audit_record',
    "UPDATE audit_record SET hash = ''",
    'INSERT INTO audit_record DEFAULT VALUES',
    "UPDATE audit_chain SET hash = ''",
    'ALTER TABLE audit_record DISABLE TRIGGER ALL',
    'ALTER TABLE audit_record OWNER TO CURRENT_USER',
    'DROP TABLE audit_record CASCADE',
    'DROP FUNCTION audit_record_is_append_only() CASCADE',
    'CREATE OR REPLACE FUNCTION append_audit_records(entries jsonb) RETURNS void LANGUAGE sql AS $$ $$',
    "SET session_replication_role = 'replica'",
    'SET ROLE portal',
    'DROP SCHEMA public CASCADE',
    'CREATE TABLE mine ()',
    "COPY audit_record TO PROGRAM 'true'",
  ])('V16.4.2 may not change or empty the audit record, nor its protections: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    expect(await verifyAudit({ database }, () => {})).toMatchObject({ records: 1, problem: null })
  })

  test('keeps the table of deltas small itself, though another role owns it', async () => {
    const notices: string[] = []
    const client = await database.pool.connect()
    client.on('notice', ({ message }) => void notices.push(message ?? ''))
    await client.query('VACUUM document_delta')
    client.release()
    expect(notices).toEqual([])
  })
})

/** A folder that the owner of the tables created and filled, without any other role. */
async function folderOfBefore(): Promise<string> {
  const dataDir = newFolder()
  const { owner, keeper, close } = await openEmbedded(dataDir, { server: true, log: SILENT })
  const pool = createPool(owner, { size: 3, log: SILENT })
  await updateSchema(pool)
  await pool.end()
  await keeper.query('DROP ROLE portal_app')
  rmSync(join(dataDir, 'pg/app-password'))
  await close()
  return dataDir
}

describe('a data folder of a release that knew one role', () => {
  afterEach(endDatabaseProcesses)

  test('gets the second one at the next start, also by a command, and the previous release still works on it', async () => {
    const dataDir = await folderOfBefore()
    const command = await open(dataDir, false)
    await requireSchema(command.pool)
    await record(command)
    await expect(command.pool.query('DROP TABLE audit_record')).rejects.toThrow('must be owner')
    await command.close()

    const file = join(dataDir, 'pg/app-password')
    const password = readFileSync(file, 'utf8')
    const before = await openEmbedded(dataDir, { server: true, log: SILENT })
    const owner = new Client({ ...before.owner, user: 'portal' })
    await owner.connect()
    await owner.query("SELECT append_audit_records('[]'); CREATE TABLE of_before ()")
    await owner.end()
    await before.close()

    const server = await open(dataDir, true)
    await server.asOwner(updateSchema)
    expect((await server.pool.query('SELECT FROM of_before')).rowCount).toBe(0)
    expect(await verifyAudit({ database: server }, () => {})).toMatchObject({ records: 1, problem: null })
    await server.close()
    expect(readFileSync(file, 'utf8')).toBe(password)
  })

  test('a lost or unwritten password is created again', async () => {
    const dataDir = await folderOfBefore()
    await (await open(dataDir, true)).close()
    rmSync(join(dataDir, 'pg/app-password'))
    const server = await open(dataDir, true)
    await record(server)
    await server.close()
    expect(existsSync(join(dataDir, 'pg/app-password'))).toBe(true)
  })
})
