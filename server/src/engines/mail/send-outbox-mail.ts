import type { Engines } from '../engines.ts'
import { job, type Job } from '../jobs/jobs.ts'
import type { Composers, ComposersOfMany, MailContent } from './compose.ts'
import { SEND_AWAITED_MAIL, SEND_MAIL, SEND_SLOW_MAIL, SEND_TOGETHER } from './enqueue-mail.ts'
import { RefusedForGood, UnknownMailKind } from './mail.ts'
import {
  deleteMails,
  deleteMailsBefore,
  findMailsToSendTogether,
  findWaitingMail,
  markMailsRefused,
  markMailsSent,
} from './outbox.repository.ts'

export type MailComposers<W> = { readonly one: Composers<W>; readonly many: ComposersOfMany<W> }

/** The jobs that send the outbox. The composers of all rooms write the mails. */
export function sendMailJobs<W extends Engines>(composers: MailComposers<W>): Job<W>[] {
  const sendOne = (world: W, { outboxId }: { outboxId: number }) => sendOutboxMail(world, composers, outboxId)
  return [
    job(SEND_AWAITED_MAIL, sendOne),
    job(SEND_MAIL, sendOne),
    job(SEND_SLOW_MAIL, sendOne),
    job(SEND_TOGETHER, (world: W, which) => sendTogether(world, composers, which)),
  ]
}

type WaitingRow = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>

/** Sends one waiting mail. A mail that was sent or refused already is left alone, so the job may run twice. */
async function sendOutboxMail<W extends Engines>(
  world: W,
  composers: MailComposers<W>,
  outboxId: number,
): Promise<void> {
  const row = await findWaitingMail(world.database.kysely, outboxId)
  if (row) await send(world, [row], await composeOne(world, composers, row))
}

async function composeOne<W extends Engines>(
  world: W,
  { one }: MailComposers<W>,
  row: WaitingRow,
): Promise<MailContent | null> {
  const compose = one[row.kind]
  if (!compose) throw new UnknownMailKind(`No mail of kind '${row.kind}' is known.`)
  return compose(world, { ...row, askedAt: row.created_at })
}

/** Sends one digest of all waiting mails of a kind for a recipient. Mails queued meanwhile go into the next one. */
async function sendTogether<W extends Engines>(
  world: W,
  composers: MailComposers<W>,
  which: { kind: string; recipient: string },
): Promise<void> {
  const rows = await findMailsToSendTogether(world.database.kysely, which)
  const [first, second] = rows
  if (!first) return
  if (!second) return send(world, rows, await composeOne(world, composers, first))
  const compose = composers.many[which.kind]
  if (!compose) throw new UnknownMailKind(`Mails of kind '${which.kind}' cannot be told together.`)
  const waiting = rows.map((row) => ({ ...row, askedAt: row.created_at }))
  await send(world, rows, await compose(world, waiting))
}

/** Sends one mail for one or many rows. */
async function send(world: Engines, rows: readonly WaitingRow[], content: MailContent | null): Promise<void> {
  const { settings, mail, clock, log, database } = world
  const { kysely } = database
  const ids = rows.map(({ id }) => id)
  const last = rows.at(-1)
  if (!content || !last) return deleteMails(kysely, ids)
  try {
    await mail.send({
      ...content,
      from: settings.mailFrom,
      to: last.recipient,
      messageId: last.message_id,
      date: last.due_at ?? last.created_at,
    })
  } catch (error) {
    if (!(error instanceof RefusedForGood)) throw error
    log.warn({ outboxId: last.id, reason: error.message }, 'A mail was refused for good.')
    return markMailsRefused(kysely, { ids, refusedAt: clock.now(), reason: error.message })
  }
  await markMailsSent(kysely, ids, clock.now())
}

/** How long the row of a sent or refused mail stays, for questions about it. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000

/** Removes rows of mails that were sent or refused more than `KEPT_FOR_MS` ago. */
export async function sweepOutbox({ database, clock }: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  await deleteMailsBefore(database.kysely, new Date(clock.now().getTime() - KEPT_FOR_MS))
}
