import {
  ENTER_EMAIL,
  FILL_BOTH_PASSWORDS,
  NOT_AN_EMAIL,
  PASSWORDS_DIFFER,
  RESET_INCOMPLETE,
  RESET_INVALID,
} from '@portal/contract/accounts.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { passwordProblem } from '@portal/contract/password.ts'
import type { Transaction } from 'kysely'
import { anonymous, recordAudit } from '../audit/record.ts'
import { findCounty } from '../counties/counties.repository.ts'
import type { DB } from '../database/generated/db.d.ts'
import { badRequest } from '../http/errors.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { ownNetworkOf } from '../throttle/network.ts'
import { countedAttempt, emptyBuckets } from '../throttle/throttle.ts'
import type { Context } from '../world.ts'
import {
  confirmAddress,
  findAccount,
  insertAccount,
  lockAccount,
  setPasswordHash,
} from './accounts.repository.ts'
import { wrongLinkLimits } from './asking.limits.ts'
import { countedAsking, mayMail } from './asking.usecases.ts'
import { refuseGuessable } from './new-password.usecases.ts'
import { hashPassword } from './password-hash.ts'
import { refuseNoLongerAllowed } from './register.usecases.ts'
import { endRegistrations, findRegistration, lockEmail } from './registration.repository.ts'
import { hashToken } from './session.ts'
import { deleteSessionsOf } from './session.repository.ts'
import { bucketsOfAccount } from './sign-in.limits.ts'
import { rememberNetwork } from './known-networks.repository.ts'
import { endPasswordTokens, findToken, type FoundToken } from './token.repository.ts'

/**
 * Queues a mail with a link to set a new password. Whether the address has an account is looked up when the mail is
 * written, not by the request. Throws 400 for what is no address, 429 after too many.
 */
export async function askReset(context: Context, text: string): Promise<void> {
  if (!text.trim()) throw badRequest(ENTER_EMAIL)
  const email = parseEmail(text)
  if (!email) throw badRequest(NOT_AN_EMAIL)
  const { database, clock, jobs, caller } = context
  const { address } = email
  const isMailed = await mayMail(context, await countedAsking(context, address))
  await database.kysely.transaction().execute(async (transaction) => {
    const actor = anonymous(caller)
    const after = { email: address }
    await recordAudit(transaction, { clock, actor }, { what: 'password reset asked', after })
    if (!isMailed) return
    const facts = { requestedFrom: caller.address }
    await enqueueMail(transaction, context, { kind: 'reset', recipient: address, facts })
  })
  jobs.wake()
}

type Reset = { email: string; token: string; newPassword: string; confirmPassword: string }

/**
 * Sets the password by a mailed link, which is at its end then; ends every session of the account and confirms its
 * address. For an address that only has registrations waiting it makes the account of the newest. Begins no session.
 * Throws 400 for a link or password that is not acceptable, 403 where the county has ceased to allow the address, 429
 * after too many wrong links.
 */
export async function resetPassword(context: Context, asked: Reset): Promise<void> {
  const { email, token } = readReset(asked)
  const { database, clock, caller } = context
  const attempt = await countedAttempt(context, wrongLinkLimits(caller.address))
  const link = { tokenHash: hashToken(token), email, kinds: ['reset', 'first-password'] as const }
  // A wrong link costs no hash.
  const opened = await findToken(database.kysely, { ...link, now: clock.now() })
  if (!opened) throw badRequest(RESET_INVALID)
  const countyName = await countyNameOf(context, email, opened)
  await refuseGuessable(context, { password: asked.newPassword, email, countyName }).catch(
    async (error: unknown) => {
      // The link was right.
      await attempt.takeBack(database.kysely)
      throw error
    },
  )
  const passwordHash = await hashPassword(asked.newPassword)
  const isDone = await database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const found = await findToken(transaction, { ...link, now: clock.now() })
    if (!found || !(await setPassword(context, transaction, { email, passwordHash, found }))) return false
    await attempt.takeBack(transaction)
    return true
  })
  if (!isDone) throw badRequest(RESET_INVALID)
  context.jobs.wake()
}

function readReset(asked: Reset): { email: string; token: string } {
  const { newPassword, confirmPassword } = asked
  if (!asked.email.trim() || !asked.token) throw badRequest(RESET_INCOMPLETE)
  if (!newPassword || !confirmPassword) throw badRequest(FILL_BOTH_PASSWORDS)
  if (newPassword !== confirmPassword) throw badRequest(PASSWORDS_DIFFER)
  const problem = passwordProblem(newPassword)
  if (problem) throw badRequest(problem)
  const email = parseEmail(asked.email)
  if (!email) throw badRequest(RESET_INVALID)
  return { email: email.address, token: asked.token }
}

/** The county of whose password it is; told to nobody without the link. */
async function countyNameOf(
  { database: { kysely }, clock }: Context,
  email: string,
  { registrationId }: FoundToken,
): Promise<string | null> {
  const account = await findAccount(kysely, email)
  if (account) return account.countyName
  const asked = registrationId === null ? null : { id: registrationId, now: clock.now() }
  const registration = asked ? await findRegistration(kysely, asked) : undefined
  const countyId = registration?.countyId ?? null
  return countyId === null ? null : ((await findCounty(kysely, countyId))?.name ?? null)
}

type NewPassword = { email: string; passwordHash: string; found: FoundToken }

/** False when the account is disabled, or nothing is left that the link could open. */
async function setPassword(
  context: Context,
  transaction: Transaction<DB>,
  { email, passwordHash, found }: NewPassword,
): Promise<boolean> {
  const { clock, caller } = context
  const now = clock.now()
  const account = await lockAccount(transaction, email)
  if (account?.isDisabled) return false
  const accountId = account?.id ?? (await accountOf(context, transaction, { email, passwordHash, found }))
  if (accountId === null) return false
  const password = { passwordHash, isPasswordProven: true, now }
  const hadOne = account ? await setPasswordHash(transaction, accountId, password) : false
  const isNews = (await confirmAddress(transaction, accountId, now)) || !account
  await deleteSessionsOf(transaction, accountId)
  await endRegistrations(transaction, email, now)
  await endPasswordTokens(transaction, email)
  await freeFromGuessers(context, transaction, { accountId, email })
  const actor = { accountId, who: email, cameFrom: caller.address }
  if (isNews) await recordAudit(transaction, { clock, actor }, { what: 'address confirmed' })
  await recordAudit(transaction, { clock, actor }, { what: 'password set' })
  if (hadOne) {
    const facts = { changedFrom: caller.address }
    await enqueueMail(transaction, context, { kind: 'password-set', recipient: email, facts })
  }
  return true
}

/** Who reads the mail of an account is no stranger, and does not wait because strangers guessed at its password. */
async function freeFromGuessers(
  { clock, caller }: Context,
  transaction: Transaction<DB>,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  const network = ownNetworkOf(caller)
  await rememberNetwork(transaction, { accountId, network, now: clock.now() })
  await emptyBuckets(transaction, bucketsOfAccount({ username: email, callerAddress: caller.address }))
}

/**
 * Makes the account of a registration that waits; null when the link belongs to none. Throws 403 where the county has
 * ceased to allow the address.
 */
async function accountOf(
  context: Context,
  transaction: Transaction<DB>,
  { email, passwordHash, found }: NewPassword,
): Promise<number | null> {
  if (found.registrationId === null) return null
  const now = context.clock.now()
  const registration = await findRegistration(transaction, { id: found.registrationId, now })
  if (!registration?.isPending) return null
  await refuseNoLongerAllowed(context, transaction, registration)
  const { countyId } = registration
  const account = { email, isAdmin: false, countyId, passwordHash, isPasswordProven: true, now }
  return insertAccount(transaction, account)
}
