import { readdirSync } from 'node:fs'
import type { Pool } from 'pg'
import { readBaseline } from '../engines/migrations/baseline.ts'
import { migrate } from '../engines/migrations/migrate.ts'
import { SCHEMA_FILES } from '../schema.ts'

/** The migrations since release 0143, in their order. */
export const SINCE_RELEASE_0143: readonly string[] = readdirSync(SCHEMA_FILES.migrations)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()

/** Empties the database and makes it one of release 0143. Its schema is that of a real one; see baseline.test.ts. */
export async function makeRelease0143(pool: Pool): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const { migrations } = await readBaseline(SCHEMA_FILES.baseline?.notes ?? '')
  await migrate(pool, { ...SCHEMA_FILES, only: new Set(Object.keys(migrations)) })
}
