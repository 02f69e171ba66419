import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

type NewMail = { kind: string; recipient: string; facts: object; messageId: string; createdAt: Date }

/** Keeps a mail that waits, and returns its id. */
export async function insertMail(
  transaction: Transaction<DB>,
  { kind, recipient, facts, messageId, createdAt }: NewMail,
): Promise<number> {
  const { id } = await transaction
    .insertInto('mail_outbox')
    .values({
      kind,
      recipient,
      facts: JSON.stringify(facts),
      message_id: messageId,
      created_at: createdAt,
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

/** How many mails of that kind were queued for the recipient after the moment. */
export async function countMailsSince(
  db: Kysely<DB>,
  { kind, recipient, since }: MailSince,
): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A mail that was neither sent nor refused yet. */
export async function findWaitingMail(db: Kysely<DB>, outboxId: number) {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('id', '=', outboxId)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
}

export async function deleteMail(db: Kysely<DB>, outboxId: number): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', outboxId).execute()
}

export async function markMailSent(db: Kysely<DB>, outboxId: number, sentAt: Date): Promise<void> {
  await db.updateTable('mail_outbox').set({ sent_at: sentAt }).where('id', '=', outboxId).execute()
}

type MailRefusal = { outboxId: number; refusedAt: Date; reason: string }

export async function markMailRefused(
  db: Kysely<DB>,
  { outboxId, refusedAt, reason }: MailRefusal,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ refused_at: refusedAt, refusal: reason.slice(0, 500) })
    .where('id', '=', outboxId)
    .execute()
}

/** Removes rows of mails that went out, or were refused, before the moment. */
export async function deleteMailsBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where((has) => has.or([has('sent_at', '<', moment), has('refused_at', '<', moment)]))
    .execute()
}

const MOST_COUNTED = 10_000

/** How many mails wait, the first 10,000 of them, and for how many seconds the oldest has. */
export async function readWaitingMail(db: Kysely<DB>): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldestSeconds: number }>`
    SELECT count(*)::integer AS count,
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision AS "oldestSeconds"
    FROM (
      SELECT created_at FROM mail_outbox WHERE sent_at IS NULL AND refused_at IS NULL ORDER BY id LIMIT ${MOST_COUNTED}
    ) AS waiting`.execute(db)
  return rows[0] ?? { count: 0, oldestSeconds: 0 }
}
