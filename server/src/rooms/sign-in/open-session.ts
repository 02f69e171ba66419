import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import { type Attempt, admitAttempt } from '../../engines/throttle/throttle.ts'
import { asProven, type ProvenActor } from '../../records/access/actor.ts'
import {
  deleteSession,
  insertSession,
  type SatisfiedFactor,
} from '../../records/sessions/session.repository.ts'
import {
  recordSessionIdentity,
  type SignedInIdentity,
} from '../../records/sessions/session-identity.repository.ts'
import { noticeSignIn } from '../../records/accounts/notices/enqueue-notices.ts'
import { recordSignIn } from '../../records/accounts/own-account.repository.ts'
import { hashToken, newToken } from '../../records/sessions/token.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { AnonymousContext } from '../../records/context.ts'
import type { SpentCode } from '../../records/proofs/spend-code.ts'
import { browserName } from '../../records/sessions/browser-name.ts'

/** By an issuer of single sign-on: `issuer` is its name, and it may have asked for a second factor itself. */
export type SingleSignOn = {
  readonly issuer: string
  readonly countsAsSecondFactor: boolean
  /** When it last had them sign in there, which it may have remembered for days; null where it does not say. */
  readonly signedInAt: Date | null
}

/** How somebody has proved who they are: the last of the steps where there were two. */
export type SignInMethod = 'password' | 'passkey' | SpentCode | SingleSignOn

/**
 * `oldToken` is the session that the browser held until now; it ends. `attempt` no longer counts. `identity` is the one that
 * the sign-in was begun by at an issuer, whatever step came after it.
 */
type OpenedSession = {
  account: ProvenActor['account']
  by: SignInMethod
  identity?: SignedInIdentity | null
  oldToken: string | null
  userAgent: string | null
  attempt: Attempt
}

/**
 * Begins the session of somebody who has proved who they are, records that, and returns its token. They are told by mail of a
 * device that is new; wake the jobs after the commit.
 * @throws PortalError 429 for too many sign-ins of one account.
 */
export async function openSession(
  transaction: Transaction<DB>,
  context: AnonymousContext,
  { account, by, identity, oldToken, userAgent, attempt }: OpenedSession,
): Promise<string> {
  const now = context.clock.now()
  // In this transaction: a connection beside it could be one too many.
  await admitAttempt(context, repeatedActLimits({ person: account }, 'sign-in'), transaction)
  await attempt.refund(transaction)
  if (oldToken !== null) await deleteSession(transaction, hashToken(oldToken))
  await recordAudit(transaction, asProven(context, account), {
    action: 'session.started',
    subject: { kind: 'account', id: account.accountId },
    ...(by === 'password' ? {} : { after: toldMethod(by) }),
  })
  const opened = { ...account, userAgent, satisfiedFactor: givenFactorOf(by), provenAt: provenAt(by, now) }
  const token = await startSession(context, transaction, opened)
  if (identity) await recordSessionIdentity(transaction, { tokenHash: hashToken(token), identity })
  return token
}

/** What counts as a second factor where a role has to sign in with one. A passkey does: its device has asked for more. */
function givenFactorOf(by: SignInMethod): SatisfiedFactor | null {
  if (by === 'password') return null
  if (typeof by === 'object') return by.countsAsSecondFactor ? 'issuer' : null
  return by === 'passkey' ? 'passkey' : 'code'
}

/** An issuer's word is as fresh as its own sign-in; a clock that is fast makes it no fresher. */
function provenAt(by: SignInMethod, now: Date): Date | null {
  if (typeof by === 'string') return now
  return by.signedInAt && (by.signedInAt < now ? by.signedInAt : now)
}

function toldMethod(by: Exclude<SignInMethod, 'password'>) {
  return typeof by === 'string' ? { by } : ({ by: 'single sign-on', issuer: by.issuer } as const)
}

/** `userAgent` is what the browser says of itself. */
type NewSession = {
  accountId: number
  email: string
  userAgent: string | null
  satisfiedFactor: SatisfiedFactor | null
  provenAt: Date | null
}

/**
 * Begins a session and returns its token: 256 random bits, of which the database keeps the hash only. Its person is told by
 * mail of a device that is new; wake the jobs after the commit.
 */
async function startSession(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { accountId, email, userAgent, satisfiedFactor, provenAt }: NewSession,
): Promise<string> {
  const { caller } = context.actor
  const { token, tokenHash } = newToken()
  await noticeSignIn(transaction, context, {
    accountId,
    email,
    cameFrom: caller.address,
    network: ownNetworkOf(caller),
    browser: browserName(userAgent),
  })
  const now = context.clock.now()
  await recordSignIn(transaction, { accountId, now })
  await insertSession(transaction, {
    accountId,
    address: caller.address,
    userAgent,
    satisfiedFactor,
    provenAt,
    tokenHash,
    now,
  })
  return token
}
