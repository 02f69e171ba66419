import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { EVENTS_OF_DOCUMENTS } from '../../../records/audit/events/document-history-kinds.ts'
import {
  allOf,
  behindCase,
  isAfter,
  NEWEST_FIRST,
  readNamed,
  type HistoryRow,
  type Walk,
} from '../history.repository.ts'
import type { DocumentHistoryFilter } from './document-history.policy.ts'

type Condition = RawBuilder<boolean>

/** The records of a document after a cursor, or the newest, newest first, up to a limit. */
export async function readDocumentHistory(
  db: Kysely<DB>,
  filter: DocumentHistoryFilter,
  { after, most }: Walk,
): Promise<HistoryRow[]> {
  const conditions = [...conditionsOf(filter), ...(after ? [isAfter(after)] : [])]
  const records = sql`
    SELECT r.* FROM audit_record AS r WHERE ${allOf(conditions)} ORDER BY ${NEWEST_FIRST} LIMIT ${most}::integer`
  return readNamed(db, { records, knownTo: filter.knownTo })
}

/** Only the subject may choose the index: the planner would also take that of a kind or a county, with all its months. */
function conditionsOf({ fileId, kinds, onlyOfCounty, onlyReadsOf }: DocumentHistoryFilter): Condition[] {
  return [
    sql`r.subject_kind = 'document'`,
    sql`r.subject_id = ${String(fileId)}`,
    ...(kinds === null ? [] : [behindCase(sql`r.action = ANY (${kinds}::text[])`)]),
    ...(onlyOfCounty === undefined
      ? []
      : [behindCase(sql`r.county_id IS NOT DISTINCT FROM ${onlyOfCounty}::integer`)]),
    ...(onlyReadsOf === null
      ? []
      : [
          behindCase(
            sql`r.account_id = ${onlyReadsOf}::integer OR r.action <> ALL (${EVENTS_OF_DOCUMENTS.read}::text[])`,
          ),
        ]),
  ]
}

/** Whether the audit record has anything of a document, which may be deleted. */
export async function isDocumentRecorded(db: Kysely<DB>, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_record WHERE subject_kind = 'document' AND subject_id = ${String(fileId)} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a person filed the document from an e-mail of the mailbox. */
export async function isFiledFromMail(db: Kysely<DB>, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM mail_file WHERE document_id = ${fileId}::integer LIMIT 1`.execute(db)
  return rows.length > 0
}
