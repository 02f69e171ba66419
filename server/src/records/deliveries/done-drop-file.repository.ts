import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { countyCondition } from '../access/county-scope.repository.ts'
import type { CountyScope } from '../access/county.policy.ts'

/** When the file `f` began to need a person. */
export const NEEDED_AT = sql`coalesce(f.changed_at, f.taken_at)`

export type OpenDropFiles = { readonly count: number; readonly oldest: Date | null }

/** How many files are open, counted up to a limit, and since when the oldest is. */
export async function countOpenDropFiles(
  db: Kysely<DB>,
  { scope, atMost }: { readonly scope: CountyScope; readonly atMost: number },
): Promise<OpenDropFiles> {
  const { rows } = await sql<OpenDropFiles>`
    SELECT count(*)::integer AS count, min(open_since) AS oldest FROM (
      SELECT open_since FROM drop_file AS f WHERE open_since IS NOT NULL AND ${countyCondition(scope, 'f')}
      ORDER BY open_since, id LIMIT ${atMost}::integer) AS open`.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Keeps the file and its mark from changing until the transaction ends. Take it before the mark, whose trigger takes it. */
export async function lockDropFile(transaction: Transaction<DB>, id: string): Promise<void> {
  await sql`SELECT FROM drop_file WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(transaction)
}

/** Removes the mark of a file; false if it had none. */
export async function removeDropFileDone(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('drop_file_done')
    .where('drop_file_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Records that a person has dealt with the file; false if somebody did since its last change. */
export async function recordDropFileDone(
  transaction: Transaction<DB>,
  { id, by, at }: { readonly id: string; readonly by: number; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO drop_file_done AS done (drop_file_id, done_at, done_by)
    VALUES (${id}::uuid, ${at}::timestamptz, ${by}::integer)
    ON CONFLICT (drop_file_id) DO UPDATE SET done_at = excluded.done_at, done_by = excluded.done_by
    WHERE done.done_at < (SELECT ${NEEDED_AT} FROM drop_file AS f WHERE f.id = done.drop_file_id)`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}
