import type { World } from '../world.ts'
import type { Composers } from './compose.ts'
import { RefusedForGood } from './mail.ts'

/** Sends one waiting mail. A mail that was sent or refused already is left alone, so the job may run twice. */
export async function sendOutboxMail(world: World, composers: Composers, outboxId: number): Promise<void> {
  const { kysely } = world.database
  const row = await kysely
    .selectFrom('mail_outbox')
    .selectAll()
    .where('id', '=', outboxId)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const compose = composers[row.kind]
  if (!compose) throw new Error(`No mail of kind '${row.kind}' is known.`)
  const content = await compose(world, { ...row, askedAt: row.created_at })
  if (!content) {
    await kysely.deleteFrom('mail_outbox').where('id', '=', outboxId).execute()
    return
  }
  const { settings, mail, clock } = world
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
    world.log.warn({ outboxId, reason: error.message }, 'A mail was refused for good.')
    await kysely
      .updateTable('mail_outbox')
      .set({ refused_at: clock.now(), refusal: error.message.slice(0, 500) })
      .where('id', '=', outboxId)
      .execute()
    return
  }
  await kysely.updateTable('mail_outbox').set({ sent_at: clock.now() }).where('id', '=', outboxId).execute()
}

/** Milliseconds that a mail's row is kept after it was sent or refused, for questions about it. */
const KEPT_FOR = 30 * 24 * 3_600_000

/** Removes rows of mails that went out, or were refused, long ago. */
export async function sweepOutbox({ database, clock }: Pick<World, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_FOR)
  await database.kysely
    .deleteFrom('mail_outbox')
    .where((has) => has.or([has('sent_at', '<', before), has('refused_at', '<', before)]))
    .execute()
}
