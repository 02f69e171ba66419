import { WRONG_CODE } from '@portal/contract/sign-in/code-errors.ts'
import {
  SECOND_FACTOR_OFF,
  SECOND_FACTOR_ON,
  SET_UP_AGAIN,
  type SecondFactor,
  type SecondFactorSetUp,
} from '@portal/contract/sign-in/second-factor.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import { deleteHalfSessionsOf } from '../../../records/sessions/half-session.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { deleteOtherSessions, recordFactorSetUp } from '../../../records/sessions/own-sessions.repository.ts'
import { base32, inGroups } from '../../../records/accounts/second-factor/base32.ts'
import { newRecoveryCodes } from '../../../records/accounts/second-factor/recovery-codes.ts'
import {
  countRecoveryCodesLeft,
  replaceRecoveryCodes,
} from '../../../records/accounts/second-factor/recovery-codes.repository.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  hasSecondFactor,
  storeSecret,
  readSecondFactor,
} from '../../../records/accounts/second-factor/second-factor.repository.ts'
import { appAddress, findStep, newSecret } from '../../../records/accounts/second-factor/totp.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../../records/context.ts'
import { canRemoveCodes, requireRemainingFactor } from '../remaining-factor.ts'
import { readCode } from '../../../records/proofs/spend-code.ts'

type RecoveryCodes = { recoveryCodes: string[] }

/** The state of the second factor that the user sees. */
export async function readOwnSecondFactor(context: PersonContext): Promise<SecondFactor> {
  const { database, actor } = context
  const { accountId } = actor.person
  const factor = await readSecondFactor(database.kysely, accountId)
  return {
    since: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodesLeft(database.kysely, accountId),
    mayRemove: await canRemoveCodes(context, database.kysely),
  }
}

/**
 * Creates a secret for an authenticator app, which takes effect once it is confirmed.
 * @throws PortalError 409 if the user already has a second factor.
 */
export async function beginSetUp(context: PersonContext): Promise<SecondFactorSetUp> {
  const { accountId, email } = context.actor.person
  const secret = newSecret()
  const address = appAddress({ secret, email, issuer: context.settings.company.name })
  const now = context.clock.now()
  const isKept = await acting(context, (transaction) => storeSecret(transaction, { accountId, secret, now }))
  if (!isKept) throw failure(SECOND_FACTOR_ON)
  const { qrPicture } = await import('../../../engines/qr/qr-picture.ts')
  return { secret: inGroups(base32(secret), ' '), address, picture: qrPicture(address) }
}

/**
 * Turns the second factor on and ends all other sessions, which started without it.
 * @throws PortalError 400 without a code, 403 for a code that does not match the secret, 409 if no secret is pending.
 */
export async function confirmSetUp(context: PersonContext, typed: string): Promise<RecoveryCodes> {
  const { person, session } = context.actor
  const { accountId } = person
  const code = readCode(typed)
  const now = context.clock.now()
  return acting(context, async (transaction) => {
    const factor = await readSecondFactor(transaction, accountId)
    if (!factor) throw failure(SET_UP_AGAIN)
    if (factor.confirmedAt) throw failure(SECOND_FACTOR_ON)
    const step = findStep(factor.secret, { code, now, lastStep: factor.lastStep })
    if (step === null) throw failure(WRONG_CODE)
    await confirmSecret(transaction, { accountId, secret: factor.secret, step, now })
    await recordFactorSetUp(transaction, { id: session.id, accountId, given: 'code' })
    await deleteOtherSessions(transaction, { id: session.id, accountId })
    await deleteHalfSessionsOf(transaction, accountId)
    await record(context, transaction, 'second_factor.set_up')
    return giveRecoveryCodes(transaction, accountId)
  })
}

/**
 * Removes the second factor: from now on, the password alone is enough to sign in.
 * @throws PortalError 409 if the user has none, or if their role requires a second factor and this is the last one.
 */
export async function removeOwnSecondFactor(context: PersonContext): Promise<void> {
  const { accountId } = context.actor.person
  await acting(context, async (transaction) => {
    if (!(await deleteSecondFactor(transaction, accountId))) throw failure(SECOND_FACTOR_OFF)
    await requireRemainingFactor(context, transaction)
    await record(context, transaction, 'second_factor.removed')
  })
}

/**
 * Creates ten new recovery codes and invalidates the old ones.
 * @throws PortalError 409 if the user has no second factor.
 */
export async function renewOwnRecoveryCodes(context: PersonContext): Promise<RecoveryCodes> {
  const { accountId } = context.actor.person
  return acting(context, async (transaction) => {
    if (!(await hasSecondFactor(transaction, accountId))) throw failure(SECOND_FACTOR_OFF)
    await record(context, transaction, 'recovery_codes.renewed')
    return giveRecoveryCodes(transaction, accountId)
  })
}

/** Locks the account first, as every change of its sign-in methods does. */
async function acting<T>(
  context: PersonContext,
  act: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const { database, jobs, actor } = context
  await admitAttempt(context, repeatedActLimits(actor, 'way of signing in'))
  const done = await database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, actor.person.accountId)
    return act(transaction)
  })
  jobs.wake()
  return done
}

async function giveRecoveryCodes(transaction: Transaction<DB>, accountId: number): Promise<RecoveryCodes> {
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(transaction, { accountId, hashes })
  return { recoveryCodes: codes }
}

/** Maps each audit action to its name in the email. */
const CHANGES = {
  'second_factor.set_up': 'authenticator-added',
  'second_factor.removed': 'authenticator-removed',
  'recovery_codes.renewed': 'recovery-codes-made',
} as const

/** Records the change and emails the user, because another person at their desk may have made it. */
async function record(context: PersonContext, transaction: Transaction<DB>, action: keyof typeof CHANGES) {
  const { accountId, email } = context.actor.person
  await recordAudit(transaction, context, { action, subject: { kind: 'account', id: accountId } })
  await mailSignInChange(transaction, context, { email, change: CHANGES[action] })
}
