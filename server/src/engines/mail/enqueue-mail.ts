import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { insertMail } from './outbox.repository.ts'

export type MailToSend = { kind: string; recipient: string; facts: object }

/** A mail server may be down over a long weekend: with pauses of an hour these attempts last three days. */
const MAX_ATTEMPTS = 80

export const SEND_MAIL: JobKind<{ outboxId: number }> = {
  kind: 'send-mail',
  payload: z.object({ outboxId: z.int() }),
  lane: 'mail',
  attempts: MAX_ATTEMPTS,
}

/** Queues a mail in the caller's transaction; wake the jobs after the commit. The row holds no token. */
export async function enqueueMail(
  transaction: Transaction<DB>,
  { clock, jobs, settings }: Pick<Engines, 'clock' | 'jobs' | 'settings'>,
  mail: MailToSend,
): Promise<void> {
  const messageId = `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`
  const outboxId = await insertMail(transaction, { ...mail, messageId, createdAt: clock.now() })
  await jobs.enqueue(transaction, SEND_MAIL, { outboxId })
}
