import type { Pool } from 'pg'
import { readTables } from '../engines/backup/catalog.repository.ts'

/** A hash of the rows of every table except these, independent of their order. */
export async function hashesOfRows(
  pool: Pool,
  except: readonly string[],
): Promise<Record<string, string | null>> {
  const hashes: Record<string, string | null> = {}
  for (const { name } of await readTables(pool)) {
    if (except.includes(name)) continue
    const { rows } = await pool.query<{ hash: string | null }>(
      `SELECT md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")) AS hash FROM (SELECT t::text AS line FROM "${name}" AS t) AS lines`,
    )
    hashes[name] = rows[0]?.hash ?? null
  }
  return hashes
}
