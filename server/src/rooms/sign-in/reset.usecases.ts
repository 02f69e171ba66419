import {
  ENTER_EMAIL,
  FILL_BOTH_PASSWORDS,
  NOT_AN_EMAIL,
  PASSWORDS_DIFFER,
  RESET_INCOMPLETE,
  RESET_INVALID,
} from '@portal/contract/sign-in/registration.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { passwordProblem } from '@portal/contract/sign-in/password.ts'
import type { Transaction } from 'kysely'
import { asProven } from '../../records/access/actor.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { findCounty } from '../../records/counties/counties.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import { admitAttempt, emptyBuckets } from '../../engines/throttle/throttle.ts'
import type { AnonymousContext } from '../../records/context.ts'
import {
  confirmAddress,
  findAccount,
  insertAccount,
  lockAccount,
} from '../../records/accounts/base/accounts.repository.ts'
import { setPasswordHash } from '../../records/accounts/base/credential.repository.ts'
import { goodLinkLimits, wrongLinkLimits } from './mail-requests.limits.ts'
import { countMailRequest, claimMail } from './mail-requests.usecases.ts'
import { requireUnguessablePassword } from '../../records/accounts/passwords/new-password.usecases.ts'
import { requireAllowedEmail } from './register.usecases.ts'
import {
  closeRegistrationsOfEmail,
  findRegistration,
  lockEmail,
} from '../../records/accounts/base/registration.repository.ts'
import { mailPasswordSet } from '../../records/accounts/notices/enqueue-notices.ts'
import { hashToken } from '../../records/sessions/token.ts'
import { hasSecondFactor } from '../../records/accounts/second-factor/second-factor.repository.ts'
import { deleteSessionsOf } from '../../records/sessions/session.repository.ts'
import { revokeTokensOf } from '../../records/tokens/revoke-tokens.ts'
import { bucketsOfAccount } from '../../records/proofs/sign-in.limits.ts'
import { rememberNetwork } from '../../records/accounts/known-networks.repository.ts'
import {
  endPasswordTokens,
  findToken,
  type FoundToken,
} from '../../records/accounts/base/token.repository.ts'

/**
 * Queues a mail with a link to set a new password. The account is looked up when the mail is composed, not by the
 * request, so the response reveals nothing.
 * @throws PortalError 400 for an invalid address, 429 after too many.
 */
export async function requestReset(context: AnonymousContext, text: string): Promise<void> {
  if (!text.trim()) throw failure(ENTER_EMAIL)
  const email = parseEmail(text)
  if (!email) throw failure(NOT_AN_EMAIL)
  const { database, jobs } = context
  const { caller } = context.actor
  const { address } = email
  const isMailed = await claimMail(context, await countMailRequest(context, address))
  await database.kysely.transaction().execute(async (transaction) => {
    const subject = { kind: 'address', id: address } as const
    const after = { email: address }
    await recordAudit(transaction, context, { action: 'password.reset_requested', subject, after })
    if (!isMailed) return
    const facts = { requestedFrom: caller.address }
    await enqueueMail(transaction, context, {
      kind: 'reset',
      recipient: address,
      facts,
      isAwaited: true,
    })
  })
  jobs.wake()
}

type ResetForm = { email: string; token: string; newPassword: string; confirmPassword: string }

/**
 * Sets the password by a mailed link and consumes the link. Ends every session of the account, revokes its API tokens
 * and confirms its address.
 * If the address has only pending registrations, creates the account of the newest. Starts no session.
 * @throws PortalError 400 for an invalid link or password, 403 if the county no longer allows the address, 429 after
 * too many wrong links.
 */
export async function resetPassword(context: AnonymousContext, form: ResetForm): Promise<void> {
  const { email, token } = readReset(form)
  const { database, clock } = context
  const { caller } = context.actor
  const link = { tokenHash: hashToken(token), email, kinds: ['reset', 'first-password'] as const }
  const opened = await findToken(database.kysely, { ...link, now: clock.now() })
  // Wrong links of others in the network must not block a valid link. A wrong link costs no hash.
  const limits = opened ? goodLinkLimits(token) : wrongLinkLimits(caller.address)
  const attempt = await admitAttempt(context, limits)
  if (!opened) throw failure(RESET_INVALID)
  const countyName = await countyNameOf(context, email, opened)
  await requireUnguessablePassword(context, { password: form.newPassword, email, countyName }).catch(
    async (error: unknown) => {
      // The link itself was right.
      await attempt.refund(database.kysely)
      throw error
    },
  )
  const passwordHash = await context.passwordHasher.hash(form.newPassword)
  const isDone = await database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const found = await findToken(transaction, { ...link, now: clock.now() })
    if (!found || !(await setPassword(context, transaction, { email, passwordHash, found }))) return false
    await attempt.refund(transaction)
    return true
  })
  if (!isDone) throw failure(RESET_INVALID)
  context.jobs.wake()
}

function readReset(form: ResetForm): { email: string; token: string } {
  const { newPassword, confirmPassword } = form
  if (!form.email.trim() || !form.token) throw failure(RESET_INCOMPLETE)
  if (!newPassword || !confirmPassword) throw failure(FILL_BOTH_PASSWORDS)
  if (newPassword !== confirmPassword) throw failure(PASSWORDS_DIFFER)
  const problem = passwordProblem(newPassword)
  if (problem) throw failure(problem)
  const email = parseEmail(form.email)
  if (!email) throw failure(RESET_INVALID)
  return { email: email.address, token: form.token }
}

/** The name of the password owner's county. Use it only after the link has proved valid. */
async function countyNameOf(
  { database: { kysely }, clock }: AnonymousContext,
  email: string,
  { registrationId }: FoundToken,
): Promise<string | null> {
  const account = await findAccount(kysely, email)
  if (account) return account.countyName
  const lookup = registrationId === null ? null : { id: registrationId, now: clock.now() }
  const registration = lookup ? await findRegistration(kysely, lookup) : undefined
  const countyId = registration?.countyId ?? null
  return countyId === null ? null : ((await findCounty(kysely, countyId))?.name ?? null)
}

type NewPassword = { email: string; passwordHash: string; found: FoundToken }

/** Returns false if the account is disabled, or if the link no longer leads to an account or a registration. */
async function setPassword(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { email, passwordHash, found }: NewPassword,
): Promise<boolean> {
  const now = context.clock.now()
  const account = await lockAccount(transaction, email)
  if (account?.isDisabled) return false
  const accountId =
    account?.id ?? (await createAccountOfRegistration(context, transaction, { email, passwordHash, found }))
  if (accountId === null) return false
  const password = { passwordHash, isPasswordProven: true, now }
  const hadPassword = account ? await setPasswordHash(transaction, accountId, password) : false
  const isNewlyConfirmed = (await confirmAddress(transaction, accountId, now)) || !account
  await deleteSessionsOf(transaction, accountId)
  await closeRegistrationsOfEmail(transaction, email, now)
  await endPasswordTokens(transaction, { email, now })
  await trustNetwork(context, transaction, { accountId, email })
  const owner = asProven(context, { accountId, email })
  const hadTokens = await revokeTokensOf(transaction, owner, accountId)
  const subject = { kind: 'account', id: accountId } as const
  if (isNewlyConfirmed) await recordAudit(transaction, owner, { action: 'address.confirmed', subject })
  await recordAudit(transaction, owner, { action: 'password.set', subject })
  if (hadPassword) {
    await mailPasswordSet(transaction, context, { email, isStillSignedIn: false, hadTokens })
  }
  return true
}

/**
 * A person who reads the account's mail is no stranger, so guesses by strangers must not delay them. With a second
 * factor, the mailbox is not enough: only a sign-in makes the network known, which allows more tries of codes.
 */
async function trustNetwork(
  { clock, actor: { caller } }: AnonymousContext,
  transaction: Transaction<DB>,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  if (!(await hasSecondFactor(transaction, accountId))) {
    const network = ownNetworkOf(caller)
    await rememberNetwork(transaction, { accountId, network, now: clock.now() })
  }
  await emptyBuckets(transaction, bucketsOfAccount({ username: email, callerAddress: caller.address }))
}

/**
 * Creates the account of a pending registration. Returns null if the link belongs to none.
 * @throws PortalError 403 if the county no longer allows the address.
 */
async function createAccountOfRegistration(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { email, passwordHash, found }: NewPassword,
): Promise<number | null> {
  if (found.registrationId === null) return null
  const now = context.clock.now()
  const registration = await findRegistration(transaction, { id: found.registrationId, now })
  if (!registration?.isPending) return null
  await requireAllowedEmail(context, transaction, registration)
  const { countyId } = registration
  const countyIds = countyId === null ? [] : [countyId]
  const account = { email, role: 'user', countyIds, passwordHash, isPasswordProven: true, now } as const
  return insertAccount(transaction, account)
}
