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

/**
 * A sign-in at an issuer of single sign-on. `issuer` is its name. The issuer may have asked for a second factor itself.
 */
export type SingleSignOn = {
  readonly issuer: string
  readonly countsAsSecondFactor: boolean
  /** When the issuer last asked for credentials, maybe days ago. Null if it does not say. */
  readonly signedInAt: Date | null
}

/** How the person proved their identity. With two steps, it is the last one. */
export type SignInMethod = 'password' | 'passkey' | SpentCode | SingleSignOn

/**
 * `oldToken` is the session that the browser had until now. It ends. `attempt` is refunded. `identity` is the identity
 * at the issuer that the sign-in began with, even if another step followed.
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
 * Starts a session after a proof of identity, records it, and returns its token. A new device queues a mail to the
 * person. Call `jobs.wake()` after the commit.
 * @throws PortalError 429 for too many sign-ins of one account.
 */
export async function openSession(
  transaction: Transaction<DB>,
  context: AnonymousContext,
  { account, by, identity, oldToken, userAgent, attempt }: OpenedSession,
): Promise<string> {
  const now = context.clock.now()
  // Uses this transaction, because a second connection per request could exhaust the pool.
  await admitAttempt(context, repeatedActLimits({ person: account }, 'sign-in'), transaction)
  await attempt.refund(transaction)
  if (oldToken !== null) await deleteSession(transaction, hashToken(oldToken))
  await recordAudit(transaction, asProven(context, account), {
    action: 'session.started',
    subject: { kind: 'account', id: account.accountId },
    ...(by === 'password' ? {} : { after: toldMethod(by) }),
  })
  const opened = {
    ...account,
    userAgent,
    satisfiedFactor: satisfiedFactorOf(by),
    provenAt: provenAt(by, now),
  }
  const token = await startSession(context, transaction, opened)
  if (identity) await recordSessionIdentity(transaction, { tokenHash: hashToken(token), identity })
  return token
}

/**
 * The second factor that this sign-in satisfies. A passkey satisfies it, because its device verified the person too.
 */
function satisfiedFactorOf(by: SignInMethod): SatisfiedFactor | null {
  if (by === 'password') return null
  if (typeof by === 'object') return by.countsAsSecondFactor ? 'issuer' : null
  return by === 'passkey' ? 'passkey' : 'code'
}

/** A proof by an issuer is as old as the sign-in there. A fast clock at the issuer does not make it newer than now. */
function provenAt(by: SignInMethod, now: Date): Date | null {
  if (typeof by === 'string') return now
  return by.signedInAt && (by.signedInAt < now ? by.signedInAt : now)
}

function toldMethod(by: Exclude<SignInMethod, 'password'>) {
  return typeof by === 'string' ? { by } : ({ by: 'single sign-on', issuer: by.issuer } as const)
}

/** `userAgent` is the browser's own description. */
type NewSession = {
  accountId: number
  email: string
  userAgent: string | null
  satisfiedFactor: SatisfiedFactor | null
  provenAt: Date | null
}

/**
 * Starts a session and returns its token of 256 random bits. The database stores only its hash. A new device queues a
 * mail to the person. Call `jobs.wake()` after the commit.
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
