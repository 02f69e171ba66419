import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { World } from '../world.ts'

export type MailToSend = { kind: string; recipient: string; facts: object }

/** Queues a mail in the caller's transaction; wake the jobs after the commit. The row holds no token. */
export async function enqueueMail(
  transaction: Transaction<DB>,
  { clock, jobs, settings }: Pick<World, 'clock' | 'jobs' | 'settings'>,
  { kind, recipient, facts }: MailToSend,
): Promise<void> {
  const host = new URL(settings.publicUrl).hostname
  const { id } = await transaction
    .insertInto('mail_outbox')
    .values({
      kind,
      recipient,
      facts: JSON.stringify(facts),
      message_id: `<${randomUUID()}@${host}>`,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(transaction, 'send-mail', { outboxId: id })
}

type Queued = { kind: string; recipient: string; since: Date }

/** Whether a mail of that kind was queued for the recipient after the moment. */
export async function isMailQueuedSince(
  db: Kysely<DB>,
  { kind, recipient, since }: Queued,
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
