import { ROLES } from '@portal/contract/access/roles.ts'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import { enqueueMail, type MailBound } from '../../../engines/mail/enqueue-mail.ts'
import { DAY_MS, HOUR_MS } from '../../../engines/throttle/throttle.ts'
import type { Actor, Caller } from '../../access/actor.ts'
import type { ActorContext } from '../../access/context.ts'
import type { AccountRow } from '../base/accounts.repository.ts'
import { rememberDevice, type Device } from '../base/known-devices.repository.ts'

// Each function queues a notice in the transaction of its event. Wake the jobs after the commit.

type Queue = Pick<Engines, 'clock' | 'jobs' | 'settings'>

/** Changes to how a person signs in. */
export const SIGN_IN_CHANGES = {
  'authenticator-added': 'an authenticator app was added to your account',
  'authenticator-removed': 'the authenticator app was removed from your account',
  'factors-reset': 'two-step verification and all passkeys were removed from your account',
  'recovery-codes-made': 'new recovery codes were made for your account',
  'recovery-code-used': 'a recovery code was used to sign in to your account',
  'recovery-code-given': 'a recovery code was used to confirm your identity',
  'passkey-added': 'a passkey was added to your account',
  'passkey-removed': 'a passkey was removed from your account',
  'passkey-found-copied':
    'a passkey of your account was refused, because someone else may have a copy of it,',
  'token-created': 'an API token was created for your account',
  'account-made': 'an account was made for you by your first single sign-on',
  'sign-in-joined': 'a single sign-on was joined to your account',
  'sign-in-removed': 'a single sign-on was removed from your account',
} as const

export type SignInChange = keyof typeof SIGN_IN_CHANGES

const names = z.object({ before: z.array(z.string()), after: z.array(z.string()) })

/** The facts of each kind, as the outbox keeps them. */
export const NOTICE_FACTS = {
  'access-changed': z.object({
    changedBy: z.string(),
    role: z.object({ before: z.enum(ROLES), after: z.enum(ROLES) }),
    counties: names,
  }),
  'new-sign-in': z.object({ cameFrom: z.string(), browser: z.string().nullable() }),
  /** A person who sets it by a mailed link is signed out everywhere. */
  'password-set': z.object({
    changedFrom: z.string(),
    isStillSignedIn: z.boolean().default(false),
    /** Whether the change revoked API tokens. */
    hadTokens: z.boolean().default(false),
  }),
  'sign-in-change': z.object({
    change: z.string().refine((code): code is SignInChange => code in SIGN_IN_CHANGES),
    /** Null for an own change. */
    by: z.string().nullable(),
    /** The network address of an own change; null for a change by another person. */
    from: z.string().nullable(),
    /** The API token of 'token-created'. */
    token: z.object({ label: z.string(), ending: z.string() }).optional(),
  }),
  'throttled-sign-in': z.object({ cameFrom: z.string() }),
  'wrong-codes': z.object({ cameFrom: z.string() }),
} as const

type Facts = typeof NOTICE_FACTS
type QueuedNotice = {
  [Kind in keyof Facts]: { readonly kind: Kind; readonly facts: z.input<Facts[Kind]> }
}[keyof Facts]

type AccessChange = { readonly before: AccountRow; readonly after: AccountRow }

/** Queues a mail about a changed role or changed counties. */
export async function enqueueAccessChangedMail(
  transaction: Transaction<DB>,
  context: ActorContext,
  { before, after }: AccessChange,
): Promise<void> {
  const counties = { before: namesOf(before), after: namesOf(after) }
  const isSame = before.role === after.role && counties.before.join('\n') === counties.after.join('\n')
  if (isSame) return
  const changedBy = nameOf(context.actor)
  const notice = {
    kind: 'access-changed',
    facts: { changedBy, role: { before: before.role, after: after.role }, counties },
  } satisfies QueuedNotice
  const bounds = hourlyMailLimit({ by: { changedBy } })
  await enqueueMail(transaction, context, { ...notice, recipient: after.email, bounds })
}

const namesOf = ({ counties }: AccountRow) => counties.map(({ name }) => name)

/** A command has no address of its own. */
function nameOf(actor: Actor): string {
  if (actor.kind === 'person') return actor.person.email
  return actor.kind === 'job' ? actor.name : 'an administrator'
}

type SignIn = Device & { readonly email: string; readonly cameFrom: string }

/**
 * Remembers the network and browser of a sign-in. Queues a mail if the person has signed in before, but never with
 * these. Call it before the account records the sign-in.
 */
export async function noticeSignIn(
  transaction: Transaction<DB>,
  context: Queue,
  { email, cameFrom, ...device }: SignIn,
): Promise<void> {
  if (!(await rememberDevice(transaction, device, context.clock.now()))) return
  const { browser } = device
  const notice = { kind: 'new-sign-in', facts: { cameFrom, browser } } satisfies QueuedNotice
  await enqueueMail(transaction, context, { ...notice, recipient: email, bounds: DAILY_MAIL_LIMIT })
}

/** Queues a mail about a changed password. */
export async function mailPasswordSet(
  transaction: Transaction<DB>,
  context: Queue & { readonly actor: { readonly caller: Caller } },
  { email, ...what }: { email: string; isStillSignedIn: boolean; hadTokens: boolean },
): Promise<void> {
  const changedFrom = context.actor.caller.address
  const notice = { kind: 'password-set', facts: { changedFrom, ...what } } satisfies QueuedNotice
  const bounds = hourlyMailLimit({ by: { changedFrom } })
  await enqueueMail(transaction, context, { ...notice, recipient: email, bounds })
}

/** What an owner recognizes an API token by. */
type NamedToken = { readonly label: string; readonly ending: string }

/** Queues a mail about a change in how a person signs in, made by themselves or by a person who manages them. */
export async function mailSignInChange(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'clock' | 'jobs' | 'settings' | 'actor'>,
  { email, change, token }: { email: string; change: SignInChange; token?: NamedToken },
): Promise<void> {
  const by = doneBy(context.actor, email)
  const notice = {
    kind: 'sign-in-change',
    facts: { change, ...by, ...(token && { token }) },
  } satisfies QueuedNotice
  const bounds = hourlyMailLimit({ what: { change }, by })
  await enqueueMail(transaction, context, { ...notice, recipient: email, bounds })
}

/** The person must not learn the network address of others. */
function doneBy(actor: Actor, email: string): { by: string | null; from: string | null } {
  if (actor.kind === 'command line') return { by: 'whoever runs the portal', from: null }
  if (actor.kind === 'job' || actor.kind === 'door') return { by: 'the portal', from: null }
  const from = actor.caller.address
  if (actor.kind === 'anonymous') return { by: null, from }
  const who = actor.kind === 'person' ? actor.person.email : actor.account.email
  return who === email ? { by: null, from } : { by: who, from: null }
}

type Attempt = { readonly email: string; readonly cameFrom: string }

/** Queues a notice even for an address without an account: the request does not check. */
export async function mailThrottledSignIn(
  transaction: Transaction<DB>,
  context: Queue,
  { email, cameFrom }: Attempt,
): Promise<void> {
  const notice = { kind: 'throttled-sign-in', facts: { cameFrom } } satisfies QueuedNotice
  await enqueueMail(transaction, context, { ...notice, recipient: email })
}

/** Queues a mail that someone with the person's password, or one of their sessions, is guessing codes. */
export async function mailWrongCodes(
  transaction: Transaction<DB>,
  context: Queue,
  { email, cameFrom }: Attempt,
): Promise<void> {
  const notice = { kind: 'wrong-codes', facts: { cameFrom } } satisfies QueuedNotice
  await enqueueMail(transaction, context, { ...notice, recipient: email })
}

const QUARTER_MS = HOUR_MS / 4

type Act = {
  /** Facts of the event, in addition to the kind of the mail. */
  readonly what?: object
  /** Facts about the actor or their network address. */
  readonly by: object
}

/**
 * Limits for events that a person can repeat. The first three per hour by one actor are mailed immediately. Later ones
 * go into one mail after a quarter of an hour, so no actor can hide the event of another. After twelve events by all
 * actors the pause is an hour, so that many places cannot fill a mailbox.
 */
function hourlyMailLimit({ what = {}, by }: Act): MailBound[] {
  return [
    { most: 3, withinMs: HOUR_MS, pauseMs: QUARTER_MS, about: { ...what, ...by } },
    { most: 12, withinMs: HOUR_MS, pauseMs: HOUR_MS, about: what },
  ]
}

/**
 * Limits for new devices, each of which counts as different. The first four per day are mailed immediately, the next
 * eight within a quarter of an hour. After that a browser that keeps changing its name causes one mail every four
 * hours.
 */
const DAILY_MAIL_LIMIT: readonly MailBound[] = [
  { most: 4, withinMs: DAY_MS, pauseMs: QUARTER_MS },
  { most: 12, withinMs: DAY_MS, pauseMs: 4 * HOUR_MS },
]
