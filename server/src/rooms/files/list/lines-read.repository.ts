import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type LinesRead = {
  readonly accountId: number
  readonly query: string
  readonly files: readonly number[]
  readonly since: Date
}

/** Whether a record after `since` names the account, the search and all these files. */
export async function areLinesRecorded(
  db: Kysely<DB>,
  { accountId, query, files, since }: LinesRead,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_record
    WHERE subject_kind = 'portal' AND subject_id = 'search' AND at > ${since}::timestamptz
      AND action = 'search.lines_read' AND account_id = ${accountId}::integer AND after ->> 'query' = ${query}
      AND after -> 'files' @> ${JSON.stringify(files)}::jsonb
    LIMIT 1`.execute(db)
  return rows.length > 0
}
