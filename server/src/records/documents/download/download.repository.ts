import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type Reader = { documentId: number; accountId: number; since: Date }

/** Whether this account's download of this document was recorded since that moment. */
export async function isDownloadRecorded(
  db: Kysely<DB>,
  { documentId, accountId, since }: Reader,
): Promise<boolean> {
  const record = await db
    .selectFrom('audit_record')
    .select('id')
    .where('subject_kind', '=', 'document')
    .where('subject_id', '=', String(documentId))
    .where('at', '>', since)
    .where('account_id', '=', accountId)
    .where('action', '=', 'document.downloaded')
    .limit(1)
    .executeTakeFirst()
  return record !== undefined
}

/** Lets the downloads of one document by one account pass one after the other until the transaction ends. */
export async function queueDownloads(
  transaction: Transaction<DB>,
  { documentId, accountId }: Pick<Reader, 'documentId' | 'accountId'>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${documentId}::integer, ${accountId}::integer)`.execute(transaction)
}
