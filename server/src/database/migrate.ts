import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { StartError } from '../config/start-error.ts'
import { withoutBound } from './pool.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/** Held by the one who migrates; any number that nobody else takes. */
const LOCK = 0x6d696772

const TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`

type Migration = { readonly name: string; readonly sql: string; readonly sha256: string }

/**
 * Brings the schema up to date: the files of `folder`, named NNNN-what.sql, in their order and in one transaction. Servers
 * that start at once wait for each other. Answers the names of the files that were applied now. Throws StartError when the
 * database was made from other files than these.
 */
export async function migrate(pool: Pool, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return withoutBound(pool, async (client) => {
    // A snapshot for each statement, so that what the one before us did is seen.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await client.query(TABLE)
    const pending = pendingOf(migrations, await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    await client.query('COMMIT')
    return pending.map(({ name }) => name)
  })
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      // Git may write other line ends on Windows; the migration is the same.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** SHA-256 of what was applied, by name, in the order of the names. */
async function readApplied(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migration ORDER BY name COLLATE "C"',
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

function pendingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  let newest = ''
  for (const [name, sha256] of applied) {
    newest = name
    const ours = known.get(name)
    if (ours === undefined) {
      throw new StartError(`The database is of a newer release: this one does not know migration ${name}.`)
    }
    if (ours !== sha256) {
      throw new StartError(
        `Migration ${name} was changed after it was applied to this database. Put the file back and write a new migration.`,
      )
    }
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const [first] = pending
  if (first && first.name < newest) {
    throw new StartError(`Migration ${first.name} comes before ${newest}, which this database already has.`)
  }
  return pending
}

async function apply(client: PoolClient, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Migration ${name} failed: ${reason}.`, { cause: error })
  }
  await client.query('INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)', [name, sha256])
}
