import { ENTER_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure, PortalError } from '../../engines/http/errors.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import {
  admitAttempt,
  bucketOf,
  countIfAllowed,
  DAY_MS,
  type Attempt,
} from '../../engines/throttle/throttle.ts'
import { isKnownNetwork } from '../accounts/known-networks.repository.ts'
import { hashRecoveryCode } from '../accounts/second-factor/recovery-codes.ts'
import { spendRecoveryCode } from '../accounts/second-factor/recovery-codes.repository.ts'
import { readSecondFactor, spendStep } from '../accounts/second-factor/second-factor.repository.ts'
import { findStep } from '../accounts/second-factor/totp.ts'
import { mailWrongCodes } from '../accounts/notices/enqueue-notices.ts'
import { recordAudit } from '../audit/record.ts'
import type { AnonymousContext, PersonContext } from '../access/context.ts'
import { NETWORK_KNOWN_FOR_MS } from './sign-in.limits.ts'
import { codeLimits } from './code.limits.ts'

const OF_AN_APP = /^\d{6}$/u

/**
 * A code as typed or pasted, without white space.
 * @throws PortalError 400 if it is empty.
 */
export function readCode(typed: string): string {
  const code = typed.replaceAll(/\s/gu, '')
  if (code === '') throw failure(ENTER_CODE)
  return code
}

/** The owner of the code. */
type Owner = { readonly accountId: number; readonly email: string }

/**
 * Counts an attempt before the code is checked. If it exceeds a limit, the account's owner gets an email, once a day,
 * because the caller knows the password or has a session.
 * @throws PortalError 429 after too many wrong codes.
 */
export async function admitCode(
  context: AnonymousContext | PersonContext,
  { accountId, email }: Owner,
): Promise<Attempt> {
  const { caller } = context.actor
  const knownSince = new Date(context.clock.now().getTime() - NETWORK_KNOWN_FOR_MS)
  const visit = { email, network: ownNetworkOf(caller), knownSince }
  const isKnown = await isKnownNetwork(context.database.kysely, visit)
  const limits = codeLimits({ accountId, callerAddress: caller.address, isKnownNetwork: isKnown })
  try {
    return await admitAttempt(context, limits)
  } catch (error) {
    const isThrottled = error instanceof PortalError && error.code === TOO_MANY_ATTEMPTS.code
    if (isThrottled) await tellOfWrongCodes(context, { accountId, email })
    throw error
  }
}

async function tellOfWrongCodes(
  context: AnonymousContext | PersonContext,
  { accountId, email }: Owner,
): Promise<void> {
  const bucket = bucketOf('mail of wrong codes', String(accountId))
  if (!(await countIfAllowed(context, [{ bucket, most: 1, withinMs: DAY_MS }]))) return
  await context.database.kysely.transaction().execute(async (transaction) => {
    const subject = { kind: 'account', id: accountId } as const
    await recordAudit(transaction, context, { action: 'second_factor.guessed', subject })
    await mailWrongCodes(transaction, context, { email, cameFrom: context.actor.caller.address })
  })
  context.jobs.wake()
}

export type SpentCode = 'code' | 'recovery code'

/** Consumes a code of the account's app, or a recovery code, and returns its kind; null if the code is invalid. */
export async function spendCode(
  transaction: Transaction<DB>,
  { accountId, code, now }: { accountId: number; code: string; now: Date },
): Promise<SpentCode | null> {
  const factor = await readSecondFactor(transaction, accountId)
  if (!factor?.confirmedAt) return null
  if (!OF_AN_APP.test(code)) {
    const spent = { accountId, hash: hashRecoveryCode(code), now }
    return (await spendRecoveryCode(transaction, spent)) ? 'recovery code' : null
  }
  const { secret, lastStep } = factor
  const step = findStep(secret, { code, now, lastStep })
  return step !== null && (await spendStep(transaction, { accountId, secret, step })) ? 'code' : null
}
