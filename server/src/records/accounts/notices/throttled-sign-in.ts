import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { findAccount } from '../accounts.repository.ts'
import { isManagedByIssuer } from '../identities/own-identities.repository.ts'
import { newPasswordLink } from './new-password-link.ts'
import { timeAndPlace } from './time-and-place.ts'

export const THROTTLED_SIGN_IN_MAIL = 'throttled-sign-in'

const facts = z.object({ cameFrom: z.string() })

/** Queues word to whoever has that address, for an address without an account too: the request does not look. */
export async function mailThrottledSignIn(
  transaction: Transaction<DB>,
  context: Pick<Engines, 'clock' | 'jobs' | 'settings'>,
  { email, cameFrom }: { email: string; cameFrom: string },
): Promise<void> {
  await enqueueMail(transaction, context, {
    kind: THROTTLED_SIGN_IN_MAIL,
    recipient: email,
    facts: { cameFrom } satisfies z.input<typeof facts>,
  })
}

/** Null where the address has no account that anybody can get into by a password. */
export async function composeThrottledSignIn(
  world: Engines,
  waiting: WaitingMail,
): Promise<MailContent | null> {
  const { settings, database } = world
  const { cameFrom } = facts.parse(waiting.facts)
  const account = await findAccount(database.kysely, waiting.recipient)
  if (!account || account.isDisabled || (await isManagedByIssuer(database.kysely, account.id))) return null
  return writeLetter(settings, {
    subject: 'Too many wrong passwords for your account',
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, cameFrom)}, a wrong password for your account at ${settings.company.name} was given once too often. No more are taken from there for a while, the right one neither. Nobody has got in.`,
      'If that was you, wait a quarter of an hour, or set a new password:',
    ],
    link: newPasswordLink(settings),
    closing: [
      'If it was not you, somebody is guessing: you need not do anything, but your password should be one that you use nowhere else.',
      'You get such a mail at most once a day.',
    ],
  })
}
