import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { migrate } from '../engines/migrations/migrate.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../engines/migrations')

/** Empties the database and migrates it to what it was before that migration. */
export async function migrateToBefore(pool: Pool, migration: string): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  try {
    for (const name of await readdir(MIGRATIONS)) {
      if (name < migration) await cp(join(MIGRATIONS, name), join(folder, name))
    }
    await migrate(pool, { migrations: folder, repeatables: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
}
