import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { momentText } from '../../../engines/mail/moment-text.ts'
import type { Actor } from '../../access/actor.ts'
import type { ActorContext } from '../../access/context.ts'
import type { Engines } from '../../../engines/engines.ts'
import { linesOf, hourlyMailLimit } from './mail-limits.ts'
import { adviceFor } from './advice.ts'
import { timeRange, timeAndPlace } from './time-and-place.ts'

export const SIGN_IN_CHANGE_MAIL = 'sign-in-change'

/** What may happen to how a person signs in, as the mail to them says it. */
const WORDS = {
  'authenticator-added': 'an authenticator app was added to your account',
  'authenticator-removed': 'the authenticator app was removed from your account',
  'factors-reset': 'the second factor and all passkeys were removed from your account',
  'recovery-codes-made': 'new recovery codes were made for your account',
  'recovery-code-used': 'a recovery code was used to sign in to your account',
  'recovery-code-given': 'a recovery code was used to confirm who acts in your account',
  'passkey-added': 'a passkey was added to your account',
  'passkey-removed': 'a passkey was removed from your account',
  'passkey-found-copied':
    'a passkey of your account was refused, because somebody else may have a copy of it,',
  'account-made': 'an account was made for you by your first single sign-on',
  'sign-in-joined': 'a way of single sign-on was joined to your account',
  'sign-in-removed': 'a way of single sign-on was removed from your account',
} as const

export type SignInChange = keyof typeof WORDS

const facts = z.object({
  change: z.string().refine((code): code is SignInChange => code in WORDS),
  /** Null where it was their own doing. */
  by: z.string().nullable(),
  /** The network address that they did it from; null where somebody else did. */
  from: z.string().nullable(),
})

/**
 * Queues word to a person that how they sign in has changed, by themselves or by somebody who looks after them, in the
 * transaction of that change; wake the jobs after the commit.
 */
export async function mailSignInChange(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'clock' | 'jobs' | 'settings' | 'actor'>,
  { email, change }: { email: string; change: SignInChange },
): Promise<void> {
  const by = doneBy(context.actor, email)
  await enqueueMail(transaction, context, {
    kind: SIGN_IN_CHANGE_MAIL,
    recipient: email,
    facts: { change, ...by } satisfies z.input<typeof facts>,
    bounds: hourlyMailLimit({ what: { change }, by }),
  })
}

/** Where others sit is no business of the person's. */
function doneBy(actor: Actor, email: string): { by: string | null; from: string | null } {
  if (actor.kind === 'command line') return { by: 'whoever runs the portal', from: null }
  if (actor.kind === 'job' || actor.kind === 'door') return { by: 'the portal', from: null }
  const from = actor.caller.address
  if (actor.kind === 'anonymous') return { by: null, from }
  const who = actor.kind === 'person' ? actor.person.email : actor.account.email
  return who === email ? { by: null, from } : { by: who, from: null }
}

export async function composeSignInChange(world: Engines, waiting: WaitingMail): Promise<MailContent> {
  const { settings } = world
  const { change, by, from } = facts.parse(waiting.facts)
  const todo = await adviceFor(world, waiting.recipient)
  const when =
    from === null
      ? momentText(waiting.askedAt, settings.timeZone)
      : timeAndPlace(world, waiting.askedAt, from)
  return writeLetter(settings, {
    subject: SUBJECT,
    closing: closingAfter(change, todo),
    opening: [
      `On ${when}, ${WORDS[change]} at ${settings.company.name}${byWhom(by)}.`,
      `If that is as it should be, you need not do anything. If you do not know of it, ${todo.words}`,
    ],
    ...todo.link,
  })
}

const SUBJECT = 'How you sign in has changed'

/** A reset has removed the passkeys, so that none is left that could go on working. */
function closingAfter(change: SignInChange, { hasPassword }: { hasPassword: boolean }): string[] {
  const stays = change === 'factors-reset' ? 'Single sign-on goes' : 'Passkeys and single sign-on go'
  const look = `${stays} on working: remove what you do not know in your account.`
  return [hasPassword ? `A new password signs you out everywhere. ${look}` : look]
}

const byWhom = (by: string | null) => (by === null ? '' : ` by ${by}`)

export async function composeSignInChanges(
  world: Engines,
  waiting: readonly WaitingMail[],
): Promise<MailContent> {
  const { settings } = world
  const lines = waiting.map((each) => {
    const { change, by, from } = facts.parse(each.facts)
    return `${WORDS[change]}${byWhom(by)}${from === null ? '' : `, from the network address ${from}`}`
  })
  const [last] = waiting.slice(-1)
  const todo = await adviceFor(world, last?.recipient ?? '')
  return writeLetter(settings, {
    subject: SUBJECT,
    closing: closingAfter(facts.parse(last?.facts).change, todo),
    opening: [
      `${timeRange(world, waiting)}, how you sign in at ${settings.company.name} has changed ${waiting.length} times more:`,
      ...linesOf(lines),
      `If all of that is as it should be, you need not do anything. If you do not know of it, ${todo.words}`,
    ],
    ...todo.link,
  })
}
