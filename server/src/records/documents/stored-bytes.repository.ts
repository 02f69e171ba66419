import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { REMOVE_STORED_BYTES } from './stored-bytes.job.ts'

/** Which of these keys wait to be removed by a job. */
export async function keysToBeRemoved(db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('job')
    .select(sql<string>`payload->>'storageKey'`.as('key'))
    .where('kind', '=', REMOVE_STORED_BYTES.kind)
    .where(sql<string>`payload->>'storageKey'`, '=', sql<string>`ANY(${keys}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.key))
}
