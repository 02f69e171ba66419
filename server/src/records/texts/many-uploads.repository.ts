import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Documents within `SECONDS` that are many: one a second. */
const MANY = 10
const SECONDS = 10

/** Whether many files are uploaded now, to any server. It reads ten rows of the primary key. */
export async function areManyUploaded(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ areMany: boolean }>`
    SELECT uploaded_at > now() - make_interval(secs => ${SECONDS}::integer) AS "areMany"
    FROM document ORDER BY id DESC OFFSET ${MANY - 1}::integer LIMIT 1`.execute(db)
  return rows[0]?.areMany ?? false
}
