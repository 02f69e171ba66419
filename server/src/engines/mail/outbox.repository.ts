import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

type NewMail = {
  kind: string
  recipient: string
  facts: object
  messageId: string
  createdAt: Date
  /** When it is sent in a digest with others of its kind; null for a mail that is sent alone. */
  dueAt: Date | null
}

/** Stores a waiting mail and returns its id. */
export async function insertMail(
  transaction: Transaction<DB>,
  { kind, recipient, facts, messageId, createdAt, dueAt }: NewMail,
): Promise<number> {
  const { id } = await transaction
    .insertInto('mail_outbox')
    .values({
      kind,
      recipient,
      facts: JSON.stringify(facts),
      message_id: messageId,
      created_at: createdAt,
      due_at: dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type MailSince = { kind: string; recipient: string; since: Date }

/** Whether a mail of that kind was queued for the recipient after the moment. */
export async function isMailQueuedSince(
  db: Kysely<DB>,
  { kind, recipient, since }: MailSince,
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** How many mails of that kind and with those facts were queued for the recipient after the moment. */
export async function countMailsSince(
  db: Kysely<DB>,
  { kind, recipient, since, about = {} }: MailSince & { about?: object | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('created_at', '>', since)
    .where(sql<boolean>`facts @> ${JSON.stringify(about)}::jsonb`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A mail that is not yet sent or refused. */
export async function findWaitingMail(db: Kysely<DB>, outboxId: number) {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('id', '=', outboxId)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
}

/** The mails of a kind that wait for a digest to a recipient, oldest first. */
export async function findMailsToSendTogether(
  db: Kysely<DB>,
  { kind, recipient }: { kind: string; recipient: string },
) {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('due_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function deleteMails(db: Kysely<DB>, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', 'in', ids).execute()
}

export async function markMailsSent(db: Kysely<DB>, ids: readonly number[], sentAt: Date): Promise<void> {
  await db.updateTable('mail_outbox').set({ sent_at: sentAt }).where('id', 'in', ids).execute()
}

type MailRefusal = { ids: readonly number[]; refusedAt: Date; reason: string }

export async function markMailsRefused(
  db: Kysely<DB>,
  { ids, refusedAt, reason }: MailRefusal,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ refused_at: refusedAt, refusal: reason.slice(0, 500) })
    .where('id', 'in', ids)
    .execute()
}

export type RefusedMail = { id: number; kind: string; recipient: string; facts: unknown; askedAt: Date }

/**
 * Makes a permanently refused mail wait again, and returns it; undefined if it is no longer refused. From then on it is
 * sent alone, not in a digest.
 */
export async function takeBackRefusal(
  transaction: Transaction<DB>,
  id: number,
): Promise<RefusedMail | undefined> {
  return transaction
    .updateTable('mail_outbox')
    .set({ refused_at: null, refusal: null, due_at: null })
    .where('id', '=', id)
    .where('refused_at', 'is not', null)
    .returning(['id', 'kind', 'recipient', 'facts', 'created_at as askedAt'])
    .executeTakeFirst()
}

/** Removes rows of mails that were sent or refused before the moment. */
export async function deleteMailsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where((has) => has.or([has('sent_at', '<', moment), has('refused_at', '<', moment)]))
    .execute()
}

const MAX_COUNTED = 10_000

/**
 * Counts waiting mails, up to 10,000, and returns for how many seconds the oldest has waited. Mails of a digest count
 * from the moment they are due.
 */
export async function readWaitingMail(db: Kysely<DB>): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldestSeconds: number }>`
    SELECT count(*)::integer AS count,
      greatest(coalesce(extract(epoch FROM now() - min(due_at)), 0), 0)::double precision AS "oldestSeconds"
    FROM (
      SELECT coalesce(due_at, created_at) AS due_at FROM mail_outbox WHERE sent_at IS NULL AND refused_at IS NULL ORDER BY id LIMIT ${MAX_COUNTED}
    ) AS waiting`.execute(db)
  return rows[0] ?? { count: 0, oldestSeconds: 0 }
}

/** Permanently refused mails of a day: all of them, and those among the newest answered mails. */
export type RefusedMails = { readonly count: number; readonly ofNewest: number; readonly newest: number }

const NEWEST = 20

/** The outcome of the mails of the day before `now`. Reads only the last 10,000 that were queued. */
export async function readRefusedMails(db: Kysely<DB>, now: Date): Promise<RefusedMails> {
  const { rows } = await sql<RefusedMails>`
    WITH answered AS (
      SELECT refused_at IS NOT NULL AS is_refused, coalesce(refused_at, sent_at) AS at
      FROM (SELECT refused_at, sent_at FROM mail_outbox ORDER BY id DESC LIMIT ${MAX_COUNTED}) AS queued
      WHERE coalesce(refused_at, sent_at) > ${now}::timestamptz - interval '1 day'
    ), newest AS (SELECT is_refused FROM answered ORDER BY at DESC LIMIT ${NEWEST})
    SELECT (SELECT count(*) FILTER (WHERE is_refused) FROM answered)::integer AS count,
      count(*) FILTER (WHERE is_refused)::integer AS "ofNewest", count(*)::integer AS newest FROM newest`.execute(
    db,
  )
  return rows[0] ?? { count: 0, ofNewest: 0, newest: 0 }
}

/** The ids of all permanently refused mails, oldest first. */
export async function listRefusedIds(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('refused_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
