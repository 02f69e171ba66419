import { z } from 'zod'
import type { Composers, ComposersOfMany, MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import type { MailToSend } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import type { World } from '../../../records/context.ts'
import { findMail } from '../../../records/deliveries/mail-delivery.repository.ts'
import { filesAndReceipts } from './receipt-of-message.ts'

const OUTCOME = 'mailbox-outcome'
const HOUR_MS = 3_600_000
const facts = z.object({ deliveryId: z.string() })

/** An email to a sender about the result of a message. After twenty in a day, later results are combined hourly. */
export function outcomeMail(recipient: string, deliveryId: string): MailToSend {
  return {
    kind: OUTCOME,
    recipient,
    facts: { deliveryId } satisfies z.input<typeof facts>,
    bounds: [{ most: 20, withinMs: 24 * HOUR_MS, pauseMs: HOUR_MS }],
  }
}

export const mailboxMails: Composers<World> = {
  [OUTCOME]: (world, mail) => compose(world, [mail]),
}
export const mailboxMailsTogether: ComposersOfMany<World> = { [OUTCOME]: compose }

const SUBJECTS = {
  accepted: 'Your files were received',
  refused: 'Your message was not accepted',
  waiting: 'Your message waits for a person',
  taken: 'Your message is being looked at',
} as const

async function compose(world: World, mails: readonly WaitingMail[]): Promise<MailContent | null> {
  const { kysely } = world.database
  const opening: string[] = []
  let subject = ''
  for (const mail of mails) {
    const { deliveryId } = facts.parse(mail.facts)
    const found = await findMail(kysely, deliveryId)
    if (!found) continue
    subject ||= SUBJECTS[found.state]
    opening.push(`About your message “${found.subject || 'without a subject'}”:`)
    if (found.reason !== null) opening.push(found.reason)
    opening.push(...(await filesAndReceipts(world, found)))
    if (found.state === 'waiting') opening.push('Somebody will look at it. You need not send it again.')
  }
  if (subject === '') return null
  return writeLetter(world.settings, {
    subject: mails.length > 1 ? 'What became of your messages' : subject,
    opening,
    closing: [],
  })
}
