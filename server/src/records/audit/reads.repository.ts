import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { AuditEntry } from './events/audit-entry.ts'

/** A read by an account, and the time since which the same reads count as one. */
export type Read = {
  readonly accountId: number
  /** The API token by which they read; undefined in a session. */
  readonly tokenId: number | undefined
  readonly since: Date
  readonly entry: Pick<AuditEntry, 'action' | 'subject' | 'after'>
}

/** Whether the account's read was recorded after `since`, with these facts or more of them. */
export async function isReadRecorded(
  db: Kysely<DB>,
  { accountId, tokenId, since, entry: { action, subject, after } }: Read,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_record
    WHERE subject_kind = ${subject.kind} AND subject_id = ${String(subject.id)} AND at > ${since}::timestamptz
      AND account_id = ${accountId}::integer AND action = ${action}
      AND coalesce(after #>> '{token,id}', '') = ${tokenId === undefined ? '' : String(tokenId)}
      AND coalesce(after, '{}') @> ${JSON.stringify(after ?? {})}::jsonb
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Makes reads of one subject by one account take turns until the transaction ends. */
export async function queueReads(
  transaction: Transaction<DB>,
  { accountId, entry: { subject } }: Pick<Read, 'accountId' | 'entry'>,
): Promise<void> {
  const name = `reads of ${subject.kind} ${subject.id} by account ${accountId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}
