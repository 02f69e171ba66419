import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { adviceFor } from './advice.ts'
import { timeAndPlace } from './time-and-place.ts'

export const WRONG_CODES_MAIL = 'wrong-codes'

const facts = z.object({ cameFrom: z.string() })

/** Queues word to a person that somebody who has their password, or a session of theirs, guesses at codes. */
export async function mailWrongCodes(
  transaction: Transaction<DB>,
  context: Pick<Engines, 'clock' | 'jobs' | 'settings'>,
  { email, cameFrom }: { email: string; cameFrom: string },
): Promise<void> {
  await enqueueMail(transaction, context, {
    kind: WRONG_CODES_MAIL,
    recipient: email,
    facts: { cameFrom } satisfies z.input<typeof facts>,
  })
}

export async function composeWrongCodes(world: Engines, waiting: WaitingMail): Promise<MailContent> {
  const { settings } = world
  const { cameFrom } = facts.parse(waiting.facts)
  const todo = await adviceFor(world, waiting.recipient)
  return writeLetter(settings, {
    subject: 'Somebody may know your password',
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, cameFrom)}, a wrong code for your account at ${settings.company.name} was given once too often, by somebody who ${todo.hasPassword ? 'has your password or ' : ''}is signed in to it. No more are taken from there for a while. The code has let nobody in.`,
      `If that was you, wait a quarter of an hour, or use a recovery code. If it was not, ${todo.words}`,
    ],
    ...todo.link,
    closing: [
      ...(todo.hasPassword ? ['A new password signs everybody out of your account.'] : []),
      'You get such a mail at most once a day.',
    ],
  })
}
