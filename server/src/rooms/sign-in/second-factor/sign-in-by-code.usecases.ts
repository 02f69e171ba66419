import { PASSWORD_FIRST, SECOND_FACTOR_REQUIRED, WRONG_CODE } from '@portal/contract/sign-in/code-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure, type PortalError } from '../../../engines/http/errors.ts'
import { ownNetworkOf } from '../../../engines/http/network.ts'
import type { Attempt } from '../../../engines/throttle/throttle.ts'
import { asProven } from '../../../records/access/actor.ts'
import { provePassword } from '../../../records/accounts/confirmation.repository.ts'
import {
  deleteHalfSession,
  findHalfSession,
  insertHalfSession,
  type HalfSession,
} from '../../../records/sessions/half-session.repository.ts'
import { lockUsableIdentity } from '../../../records/accounts/identities/identity.repository.ts'
import { rememberNetwork } from '../../../records/accounts/known-networks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { admit } from '../../../records/accounts/sign-in.repository.ts'
import { hashToken, newToken } from '../../../records/sessions/token.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { openSession } from '../open-session.ts'
import { HALF_SESSION_LIFETIME_MS, halfCookie } from './half-cookie.ts'
import { admitCode, readCode, spendCode } from '../../../records/proofs/spend-code.ts'

type RightPassword = { accountId: number; passwordHash: string; attempt: Attempt }

/** Records the right password and returns the failure that requests the code. The failure carries the cookie. */
export async function requestCode(
  { database, clock, settings }: AnonymousContext,
  { accountId, passwordHash, attempt }: RightPassword,
): Promise<PortalError> {
  const { token, tokenHash } = newToken()
  await database.kysely.transaction().execute(async (transaction) => {
    await attempt.refund(transaction)
    await insertHalfSession(transaction, { tokenHash, accountId, passwordHash, now: clock.now() })
  })
  return failure(SECOND_FACTOR_REQUIRED, { headers: halfCookie(settings, token) })
}

/** `oldToken` is the session that the browser had until now. It ends. */
type SecondStep = {
  halfToken: string | null
  code: string
  oldToken: string | null
  userAgent: string | null
}

/**
 * Starts a session by a code, after the right password, and returns its token.
 * @throws PortalError 400 without a code, 403 for a wrong code or without a password before it, 429 after too many
 * wrong codes.
 */
export async function signInByCode(
  context: AnonymousContext,
  { halfToken, code: typed, ...browser }: SecondStep,
): Promise<{ accountId: number; token: string }> {
  const code = readCode(typed)
  if (halfToken === null) throw failure(PASSWORD_FIRST)
  const halfHash = hashToken(halfToken)
  const begunAfter = new Date(context.clock.now().getTime() - HALF_SESSION_LIFETIME_MS)
  const half = await findHalfSession(context.database.kysely, { tokenHash: halfHash, begunAfter })
  if (!half) throw failure(PASSWORD_FIRST)
  const attempt = await admitCode(context, half)
  const token = await context.database.kysely
    .transaction()
    .execute((transaction) => finish(context, transaction, { half, halfHash, code, attempt, ...browser }))
  // A new device or a recovery code queues a mail.
  context.jobs.wake()
  return { accountId: half.accountId, token }
}

type Finish = Omit<SecondStep, 'halfToken'> & { half: HalfSession; halfHash: Buffer; attempt: Attempt }

/** A failure rolls everything back: no code is spent, and the network stays unknown. */
async function finish(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { half, halfHash, code, oldToken, userAgent, attempt }: Finish,
): Promise<string> {
  const { accountId, email, begunBy } = half
  const now = context.clock.now()
  if (!(await admitHalf(context, transaction, half))) throw failure(PASSWORD_FIRST)
  const spent = await spendCode(transaction, { accountId, code, now })
  if (spent === null) throw wrongCode(context, accountId)
  if (!(await deleteHalfSession(transaction, halfHash))) throw failure(PASSWORD_FIRST)
  const account = { accountId, email }
  if (spent === 'recovery code') {
    const who = asProven(context, account)
    const subject = { kind: 'account', id: accountId } as const
    await recordAudit(transaction, who, { action: 'recovery_code.used', subject })
    await mailSignInChange(transaction, who, { email, change: 'recovery-code-used' })
  }
  const identity = begunBy.kind === 'identity' ? begunBy.identity : null
  return openSession(transaction, context, { account, by: spent, identity, oldToken, userAgent, attempt })
}

/**
 * Locks the account of the sign-in that waits for its code. Returns false if its password or identity is no longer
 * valid.
 */
async function admitHalf(
  { actor: { caller }, clock }: AnonymousContext,
  transaction: Transaction<DB>,
  { accountId, begunBy }: HalfSession,
): Promise<boolean> {
  const visit = { accountId, network: ownNetworkOf(caller), now: clock.now() }
  if (begunBy.kind === 'password') {
    const { passwordHash, isPasswordProven } = begunBy
    if (!isPasswordProven) await provePassword(transaction, { accountId, passwordHash })
    return admit(transaction, { ...visit, passwordHash })
  }
  if (!(await lockUsableIdentity(transaction, begunBy.identity.id))) return false
  await rememberNetwork(transaction, visit)
  return true
}

/** Logged like a failed sign-in, without the code. */
function wrongCode({ log, actor: { caller } }: AnonymousContext, accountId: number): PortalError {
  log.warn({ ...caller, accountId }, 'A sign-in failed by its code.')
  return failure(WRONG_CODE)
}
