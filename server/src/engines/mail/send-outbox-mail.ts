import type { Engines } from '../engines.ts'
import { job, type Job } from '../jobs/jobs.ts'
import type { Composers } from './compose.ts'
import { SEND_MAIL } from './enqueue-mail.ts'
import { RefusedForGood } from './mail.ts'
import {
  deleteMail,
  deleteMailsBefore,
  findWaitingMail,
  markMailRefused,
  markMailSent,
} from './outbox.repository.ts'

/** The job that sends what waits in the outbox, worded by the composers of all rooms. */
export function sendMailJob<W extends Engines>(composers: Composers<W>): Job<W> {
  return job(SEND_MAIL, (world: W, { outboxId }) => sendOutboxMail(world, composers, outboxId))
}

/** Sends one waiting mail. A mail that was sent or refused already is left alone, so the job may run twice. */
async function sendOutboxMail<W extends Engines>(
  world: W,
  composers: Composers<W>,
  outboxId: number,
): Promise<void> {
  const { settings, mail, clock, log } = world
  const { kysely } = world.database
  const row = await findWaitingMail(kysely, outboxId)
  if (!row) return
  const compose = composers[row.kind]
  if (!compose) throw new Error(`No mail of kind '${row.kind}' is known.`)
  const content = await compose(world, { ...row, askedAt: row.created_at })
  if (!content) return deleteMail(kysely, outboxId)
  try {
    await mail.send({
      ...content,
      from: settings.mailFrom,
      to: row.recipient,
      messageId: row.message_id,
      date: row.created_at,
    })
  } catch (error) {
    if (!(error instanceof RefusedForGood)) throw error
    log.warn({ outboxId, reason: error.message }, 'A mail was refused for good.')
    return markMailRefused(kysely, { outboxId, refusedAt: clock.now(), reason: error.message })
  }
  await markMailSent(kysely, outboxId, clock.now())
}

/** How long a mail's row is kept after it was sent or refused, for questions about it. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000

/** Removes rows of mails that went out, or were refused, long ago. */
export async function sweepOutbox({ database, clock }: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  await deleteMailsBefore(database.kysely, new Date(clock.now().getTime() - KEPT_FOR_MS))
}
