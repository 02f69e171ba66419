import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { MailFolder } from '../../engines/mailbox/mailbox.ts'
import { endLease, MAIL_LEASE } from './lease.repository.ts'

/** A small message uses more than its bytes: its rows, and a file in the store. */
const MIN_BYTES = 65_536

type Db = Kysely<DB>

/** The result of a message; `taken` means that there is none yet. */
export type MailState = 'taken' | MailFolder

export type NewMailDelivery = {
  readonly id: string
  readonly sha256: Buffer
  readonly byteSize: number
  readonly messageId: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly arrivedAt: Date
  readonly mailboxName: string
  /** Whether a trusted mail server confirms the sender. */
  readonly isSenderVerified: boolean
}

export type KnownMail = { readonly id: string; readonly state: MailState }

/** Records a message, or finds the recorded message with the same bytes. */
export async function recordMail(db: Db, mail: NewMailDelivery): Promise<KnownMail> {
  const { rows } = await sql<KnownMail>`
    INSERT INTO mail_delivery AS known (id, sha256, byte_size, message_id, sender, recipient, subject, arrived_at,
      mailbox_name, is_sender_verified)
    VALUES (${mail.id}::uuid, ${mail.sha256}::bytea, ${mail.byteSize}::bigint, ${mail.messageId}, ${mail.sender},
      ${mail.recipient}, ${mail.subject}, ${mail.arrivedAt}::timestamptz, ${mail.mailboxName},
      ${mail.isSenderVerified}::boolean)
    ON CONFLICT (sha256) DO UPDATE SET
      mailbox_name = CASE WHEN known.lies_in IS NULL THEN excluded.mailbox_name ELSE known.mailbox_name END,
      is_sender_verified = CASE WHEN known.state = 'taken' THEN excluded.is_sender_verified
        ELSE known.is_sender_verified END
    RETURNING id::text AS id, state`.execute(db)
  const [known] = rows
  if (!known) throw new Error('The database noted no message.')
  return known
}

export type NewMailFile = {
  readonly place: number
  readonly fileName: string
  readonly byteSize: number
  readonly startsAt: number
  readonly endsAt: number
  readonly encoding: string
}

/** Records the files of a message that are not recorded yet. */
export async function recordMailFiles(
  db: Db,
  deliveryId: string,
  files: readonly NewMailFile[],
): Promise<void> {
  for (const { place, fileName, byteSize, startsAt, endsAt, encoding } of files) {
    await sql`
      INSERT INTO mail_file (delivery_id, place, file_name, byte_size, starts_at, ends_at, encoding)
      VALUES (${deliveryId}::uuid, ${place}::integer, ${fileName}, ${byteSize}::bigint, ${startsAt}::bigint,
        ${endsAt}::bigint, ${encoding})
      ON CONFLICT DO NOTHING`.execute(db)
  }
}

export type MailFile = NewMailFile & {
  readonly state: 'open' | 'accepted' | 'refused'
  readonly documentId: number | null
  /** Whether an earlier message with the same Message-ID contained it. */
  readonly cameBefore: boolean
  readonly reason: string | null
}

/** The files of a message, in its order. */
export async function listMailFiles(db: Db, deliveryId: string): Promise<MailFile[]> {
  const { rows } = await sql<MailFile>`
    SELECT place, file_name AS "fileName", byte_size::float8 AS "byteSize", starts_at::float8 AS "startsAt",
      ends_at::float8 AS "endsAt", encoding, state, document_id AS "documentId", came_before AS "cameBefore", reason
    FROM mail_file WHERE delivery_id = ${deliveryId}::uuid ORDER BY place`.execute(db)
  return rows
}

type InMail = { readonly deliveryId: string; readonly place: number }

/**
 * Records that the file became that document, or duplicates a file that did, in the document's transaction. Returns
 * false if the file is already decided.
 */
export async function acceptMailFile(
  db: Db | Transaction<DB>,
  { deliveryId, place }: InMail,
  stored: {
    readonly documentId: number
    readonly sha256: Buffer
    readonly byteSize: number
    readonly cameBefore?: boolean
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE mail_file SET state = 'accepted', document_id = ${stored.documentId}::integer,
      sha256 = ${stored.sha256}::bytea, byte_size = ${stored.byteSize}::bigint,
      came_before = ${stored.cameBefore ?? false}::boolean
    WHERE delivery_id = ${deliveryId}::uuid AND place = ${place}::integer AND state = 'open'`.execute(db)
  return numAffectedRows === 1n
}

/** Does nothing if the file is already decided. */
export async function refuseMailFile(db: Db, { deliveryId, place }: InMail, reason: string): Promise<void> {
  await sql`
    UPDATE mail_file SET state = 'refused', reason = ${reason}
    WHERE delivery_id = ${deliveryId}::uuid AND place = ${place}::integer AND state = 'open'`.execute(db)
}

export type MailEnding = {
  readonly state: MailFolder
  readonly reason: string | null
  readonly accountId: number | null
  readonly countyId: number | null
  readonly isAnswered: boolean
  readonly rawKey?: string
  /** The lease holder of a waiting message. */
  readonly inHandOf?: string
  readonly decision?: { readonly by: number | null; readonly at: Date }
}

/** Records the result of a message. Returns false if it already has one, or someone else holds the lease. */
export async function endMail(
  transaction: Transaction<DB>,
  { id, from }: { id: string; from: 'taken' | 'waiting' },
  ending: MailEnding,
): Promise<boolean> {
  const { state, reason, accountId, countyId, isAnswered, rawKey = null, inHandOf = null, decision } = ending
  const { numAffectedRows } = await sql`
    UPDATE mail_delivery SET state = ${state}, reason = ${reason}, raw_key = ${rawKey},
      account_id = ${accountId}::integer, county_id = ${countyId}::integer, is_answered = ${isAnswered}::boolean,
      decided_by = ${decision?.by ?? null}::integer, decided_at = ${decision?.at ?? null}::timestamptz,
      ${endLease(MAIL_LEASE)}
    WHERE id = ${id}::uuid AND state = ${from} AND in_hand_of IS NOT DISTINCT FROM ${inHandOf}::uuid`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}

/** Records the message's folder and its name there; null if the name is unknown. */
export async function recordMovedName(
  db: Db,
  sha256: Buffer,
  { liesIn, name }: { liesIn: MailFolder; name: string | null },
): Promise<void> {
  await sql`
    UPDATE mail_delivery SET lies_in = ${liesIn}, mailbox_name = coalesce(${name}, mailbox_name)
    WHERE sha256 = ${sha256}::bytea`.execute(db)
}

type MailCounts = { readonly waiting: number; readonly waitingLong: number; readonly late: number }

/** Counts the messages that need a decision; of these, and of the leased ones, those from before a given time. */
export async function countMails(db: Db, before: Date): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
      count(*) FILTER (WHERE state = 'waiting' AND arrived_at < ${before}::timestamptz)::integer AS "waitingLong",
      count(*) FILTER (WHERE state = 'taken' AND arrived_at < ${before}::timestamptz)::integer AS late
    FROM mail_delivery WHERE state IN ('waiting', 'taken')`.execute(db)
  return rows[0] ?? { waiting: 0, waitingLong: 0, late: 0 }
}

/** Which of these storage keys hold a waiting message. */
export async function keysOfWaitingMails(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT raw_key AS key FROM mail_delivery WHERE raw_key = ANY(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The stored bytes of a waiting message. */
export type StoredMail = {
  readonly id: string
  readonly storage_key: string
  readonly byte_size: number
  readonly sha256: Buffer
}

/** All waiting messages with bytes in the store, or only the message `id`. */
export async function listWaitingMessages(db: Db, id: string | null = null): Promise<StoredMail[]> {
  const { rows } = await sql<StoredMail>`
    SELECT id::text AS id, raw_key AS storage_key, byte_size::float8 AS byte_size, sha256 FROM mail_delivery
    WHERE raw_key IS NOT NULL AND (${id}::text IS NULL OR id::text = ${id}) ORDER BY arrived_at, id`.execute(
    db,
  )
  return rows
}

export type MailRow = {
  readonly id: string
  readonly sha256: Buffer
  readonly byteSize: number
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly accountId: number | null
  /** The account's email address. */
  readonly account: string | null
  readonly countyId: number | null
  readonly arrivedAt: Date
  /** Whether the sender was notified of the result. */
  readonly isAnswered: boolean
  readonly state: MailState
  readonly reason: string | null
  readonly rawKey: string | null
  readonly mailboxName: string
}

const MAIL_FACTS = sql`id::text AS id, sha256, byte_size::float8 AS "byteSize", sender, recipient, subject,
  account_id AS "accountId", (SELECT email FROM account WHERE account.id = account_id) AS account,
  county_id AS "countyId", arrived_at AS "arrivedAt", is_answered AS "isAnswered", state, reason, raw_key AS "rawKey",
  mailbox_name AS "mailboxName"`

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`SELECT ${MAIL_FACTS} FROM mail_delivery WHERE id::text = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Messages that need a decision, longest wait first, up to this limit. */
export async function listWaitingMails(db: Db, atMost: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    SELECT ${MAIL_FACTS} FROM mail_delivery WHERE state = 'waiting'
    ORDER BY arrived_at, id LIMIT ${atMost}::integer`.execute(db)
  return rows
}

/** Decided messages that are still in the folder of waiting messages. */
export async function listMailsToMove(db: Db): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    SELECT ${MAIL_FACTS} FROM mail_delivery WHERE lies_in = 'waiting' AND state IN ('accepted', 'refused')
    ORDER BY id LIMIT 100`.execute(db)
  return rows
}

/** The bytes that a waiting message of this size counts for. */
export function pendingBytes(byteSize: number): number {
  return Math.max(byteSize, MIN_BYTES)
}

/** The counted bytes of waiting messages in the store, by the account that sent them; null means an unknown sender. */
export async function readWaitingBytes(db: Kysely<DB>): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ sender: number | null; bytes: number }>`
    SELECT account_id AS sender, sum(greatest(byte_size, ${MIN_BYTES}::bigint))::float8 AS bytes
    FROM mail_delivery WHERE raw_key IS NOT NULL GROUP BY account_id`.execute(db)
  return new Map(rows.map(({ sender, bytes }) => [sender, bytes]))
}
