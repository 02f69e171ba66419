import type { DroppedFileList } from '@portal/contract/ingestion/drop-folder.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { TimePlace } from '../../../engines/paging/time-cursor.ts'
import { countyCondition } from '../../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../../records/access/county.policy.ts'
import { NEEDED_AT } from '../../../records/deliveries/done-drop-file.repository.ts'

type Db = Kysely<DB>

/** A file of the drop folder, in the form of a list entry. */
export type DroppedFileRow = {
  readonly id: string
  readonly countyId: number
  readonly countyName: string
  readonly fileName: string
  readonly at: Date
  /** Null for a file that changed after filing. */
  readonly reason: string | null
  readonly documentId: number | null
  readonly doneAt: Date | null
  readonly doneBy: string | null
}

type Page = {
  readonly scope: CountyScope
  readonly state: DroppedFileList
  readonly after: TimePlace | null
  readonly atMost: number
}

const LISTED = sql`f.id::text AS id, f.county_id AS "countyId", county.name AS "countyName", f.file_name AS "fileName",
    ${NEEDED_AT} AS at, f.reason, f.document_id AS "documentId", done.done_at AS "doneAt", doer.email AS "doneBy"
  FROM drop_file AS f JOIN county ON county.id = f.county_id
    LEFT JOIN drop_file_done AS done ON done.drop_file_id = f.id AND done.done_at >= ${NEEDED_AT}
    LEFT JOIN account AS doer ON doer.id = done.done_by`

/** Files of a list after a cursor: the open ones by their time, the others by when they were done, the newest first. */
export async function readDroppedFiles(
  db: Db,
  { scope, state, after, atMost }: Page,
): Promise<DroppedFileRow[]> {
  const time = state === 'open' ? sql`f.open_since` : sql`done.done_at`
  const place = after && sql`AND (${time}, f.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<DroppedFileRow>`
    SELECT ${LISTED} WHERE ${time} IS NOT NULL AND ${countyCondition(scope, 'f')} ${place ?? sql``}
    ORDER BY ${time} DESC, f.id DESC LIMIT ${atMost}::integer`.execute(db)
  return rows
}

/** How many files a list has. */
export async function countDroppedFiles(
  db: Db,
  { scope, state }: Pick<Page, 'scope' | 'state'>,
): Promise<number> {
  const time = state === 'open' ? sql`f.open_since` : sql`done.done_at`
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (SELECT ${LISTED} WHERE ${time} IS NOT NULL AND ${countyCondition(scope, 'f')}) AS l`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** An open or done file in the scope. */
export async function readDroppedFile(
  db: Db,
  { id, scope }: { readonly id: string; readonly scope: CountyScope },
): Promise<DroppedFileRow | undefined> {
  const { rows } = await sql<DroppedFileRow>`
    SELECT ${LISTED} WHERE f.id = ${id}::uuid AND (f.open_since IS NOT NULL OR done.done_at IS NOT NULL)
      AND ${countyCondition(scope, 'f')}`.execute(db)
  return rows[0]
}
