import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import type { Caller } from '../../access/actor.ts'
import { linesOf, hourlyMailLimit } from './mail-limits.ts'
import { newPasswordLink } from './new-password-link.ts'
import { timeRange, timeAndPlace } from './time-and-place.ts'

export const PASSWORD_SET_MAIL = 'password-set'

/** Whoever sets it by a mailed link is signed out everywhere. */
const facts = z.object({ changedFrom: z.string(), isStillSignedIn: z.boolean().default(false) })

/** Queues word to a person that their password is another one; wake the jobs after the commit. */
export async function mailPasswordSet(
  transaction: Transaction<DB>,
  context: Pick<Engines, 'clock' | 'jobs' | 'settings'> & { readonly actor: { readonly caller: Caller } },
  { email, isStillSignedIn }: { email: string; isStillSignedIn: boolean },
): Promise<void> {
  const changedFrom = context.actor.caller.address
  await enqueueMail(transaction, context, {
    kind: PASSWORD_SET_MAIL,
    recipient: email,
    facts: { changedFrom, isStillSignedIn } satisfies z.input<typeof facts>,
    bounds: hourlyMailLimit({ by: { changedFrom } }),
  })
}

const SUBJECT = 'Your password was changed'
const IF_NOT_YOU = 'If that was not you, set a new password now and tell the helpdesk:'

export async function composePasswordSet(world: Engines, waiting: WaitingMail): Promise<MailContent> {
  const { settings } = world
  const { changedFrom, isStillSignedIn } = facts.parse(waiting.facts)
  return writeLetter(settings, {
    subject: SUBJECT,
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, changedFrom)}, the password of your account at ${settings.company.name} was changed. You are signed out everywhere${isStillSignedIn ? ' else' : ''}.`,
      IF_NOT_YOU,
    ],
    link: newPasswordLink(settings),
    closing: [],
  })
}

export async function composePasswordsSet(
  world: Engines,
  waiting: readonly WaitingMail[],
): Promise<MailContent> {
  const { settings } = world
  const places = waiting.map((each) => `from the network address ${facts.parse(each.facts).changedFrom}`)
  return writeLetter(settings, {
    subject: SUBJECT,
    opening: [
      `${timeRange(world, waiting)}, the password of your account at ${settings.company.name} was changed ${waiting.length} times more:`,
      ...linesOf(places),
      IF_NOT_YOU,
    ],
    link: newPasswordLink(settings),
    closing: [],
  })
}
