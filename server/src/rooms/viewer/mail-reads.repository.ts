import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A person who looks at a waiting message, and the time since which their looks at it count as one. */
export type MailRead = {
  readonly mailId: string
  /** The subject of the record. */
  readonly sender: string
  readonly accountId: number
  readonly since: Date
}

/** Whether the account's look at this message was recorded after `since`. */
export async function isMailReadRecorded(
  db: Kysely<DB>,
  { mailId, sender, accountId, since }: MailRead,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_record
    WHERE subject_kind = 'address' AND subject_id = ${sender} AND at > ${since}::timestamptz
      AND account_id = ${accountId}::integer AND action = 'mail.viewed' AND after ->> 'message' = ${mailId}
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Makes looks at one message by one account take turns until the transaction ends. */
export async function queueMailReads(
  transaction: Transaction<DB>,
  { mailId, accountId }: Pick<MailRead, 'mailId' | 'accountId'>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${mailId}), ${accountId}::integer)`.execute(transaction)
}
