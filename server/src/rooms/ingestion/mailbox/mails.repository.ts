import type { MailState } from '@portal/contract/ingestion/mailbox.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { MailFile } from '../../../records/deliveries/mail-delivery.repository.ts'
import type { TimePlace } from '../../../engines/paging/time-cursor.ts'

type Db = Kysely<DB>

/** A message, in the form of a list entry. */
export type ListedMail = {
  readonly id: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly arrivedAt: Date
  readonly byteSize: number
  readonly state: MailState
  readonly reason: string | null
  readonly countyId: number | null
  /** Null if the release that read the message did not record it. */
  readonly isSenderVerified: boolean | null
  /** The sender's account, if it is verified. */
  readonly account: string | null
  readonly isAnswered: boolean
  readonly decidedAt: Date | null
  readonly decidedBy: string | null
}

type Page = { readonly state: MailState; readonly after: TimePlace | null; readonly atMost: number }

/** Messages of a state after a cursor. Waiting messages are oldest first, all others newest first. */
export async function readMails(db: Db, { state, after, atMost }: Page): Promise<ListedMail[]> {
  const isForward = state === 'waiting'
  const [beyond, order] = isForward ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`]
  const place = after && sql`AND (m.arrived_at, m.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<ListedMail>`
    SELECT ${LISTED} WHERE m.state = ${state} ${place ?? sql``}
    ORDER BY m.arrived_at ${order}, m.id ${order} LIMIT ${atMost}::integer`.execute(db)
  return rows
}

/** How many messages a state has. */
export async function countMailsIn(db: Db, state: MailState): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM mail_delivery WHERE state = ${state}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function readMail(db: Db, id: string): Promise<ListedMail | undefined> {
  const { rows } = await sql<ListedMail>`SELECT ${LISTED} WHERE m.id = ${id}::uuid`.execute(db)
  return rows[0]
}

const LISTED = sql`m.id::text AS id, m.sender, m.recipient, m.subject, m.arrived_at AS "arrivedAt",
    m.byte_size::float8 AS "byteSize", m.state, m.reason, m.county_id AS "countyId",
    m.is_sender_verified AS "isSenderVerified", account.email AS account, m.is_answered AS "isAnswered",
    m.decided_at AS "decidedAt", decider.email AS "decidedBy"
  FROM mail_delivery AS m LEFT JOIN account ON account.id = m.account_id
    LEFT JOIN account AS decider ON decider.id = m.decided_by`

export type ListedMailFile = { readonly deliveryId: string } & Pick<
  MailFile,
  'place' | 'fileName' | 'byteSize' | 'state' | 'documentId' | 'reason'
>

/** The files of these messages, in the order of each message. */
export async function readFilesOfMails(db: Db, ids: readonly string[]): Promise<ListedMailFile[]> {
  const { rows } = await sql<ListedMailFile>`
    SELECT delivery_id::text AS "deliveryId", place, file_name AS "fileName", byte_size::float8 AS "byteSize", state,
      document_id AS "documentId", reason
    FROM mail_file WHERE delivery_id = ANY(${ids}::uuid[]) ORDER BY delivery_id, place`.execute(db)
  return rows
}
