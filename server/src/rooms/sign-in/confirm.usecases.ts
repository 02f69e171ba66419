import { CONFIRM_INCOMPLETE, CONFIRM_INVALID } from '@portal/contract/sign-in/registration.ts'
import { parseEmail } from '@portal/contract/email.ts'
import type { Transaction } from 'kysely'
import { asProven } from '../../records/access/actor.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { AnonymousContext } from '../../records/context.ts'
import { findAccount, insertAccount } from '../../records/accounts/base/accounts.repository.ts'
import { goodLinkLimits, wrongLinkLimits } from './mail-requests.limits.ts'
import { insertConfirmationDevice, provePassword } from '../../records/accounts/confirmation.repository.ts'
import { requireAllowedEmail } from './register.usecases.ts'
import {
  closeRegistrationsOfEmail,
  findRegistration,
  lockEmail,
  type RegistrationRow,
} from '../../records/accounts/base/registration.repository.ts'
import { hashToken } from '../../records/sessions/token.ts'
import { findToken, useConfirmTokens } from '../../records/accounts/base/token.repository.ts'

/** `browserHash` identifies the browser that opened the link. */
type ConfirmationLink = { email: string; token: string; browserHash: Buffer }

/**
 * Creates the account of the registration that the link belongs to, with its password and county, and closes the other
 * registrations of the address. The same link succeeds again until it expires. Starts no session.
 * @throws PortalError 400 if the link is incomplete, wrong, expired or no longer valid, 403 if the county no longer
 * allows the address, 429 after too many attempts.
 */
export async function confirmByLink(context: AnonymousContext, link: ConfirmationLink): Promise<void> {
  if (!link.email.trim() || !link.token) throw failure(CONFIRM_INCOMPLETE)
  const { database, clock, actor } = context
  const email = parseEmail(link.email)?.address ?? ''
  const asked = { tokenHash: hashToken(link.token), email, kinds: ['confirm'] as const, now: clock.now() }
  const found = await findToken(database.kysely, asked)
  // Wrong links of others in the same network must not block a valid link.
  const limits = found ? goodLinkLimits(link.token) : wrongLinkLimits(actor.caller.address)
  const attempt = await admitAttempt(context, limits)
  if (!found) throw failure(CONFIRM_INVALID)
  const isConfirmed = await database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    if (!(await confirm(context, transaction, { ...link, email }))) return false
    await attempt.refund(transaction)
    return true
  })
  if (!isConfirmed) throw failure(CONFIRM_INVALID)
}

async function confirm(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { email, token, browserHash }: ConfirmationLink,
): Promise<boolean> {
  const now = context.clock.now()
  const asked = { tokenHash: hashToken(token), email, kinds: ['confirm'] as const, now }
  const found = await findToken(transaction, asked)
  if (!found || found.registrationId === null) return false
  const registration = await findRegistration(transaction, { id: found.registrationId, now })
  if (!registration) return false
  const account = await findAccount(transaction, email)
  const isGood = found.isUsed ? account : !account && registration.isPending
  if (!isGood) return false
  const accountId = account?.id ?? (await createAccount(context, transaction, registration))
  await recordConfirmation(context, transaction, { accountId, registration, browserHash })
  return true
}

async function createAccount(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  registration: RegistrationRow,
): Promise<number> {
  await requireAllowedEmail(context, transaction, registration)
  const now = context.clock.now()
  const { email, countyId, passwordHash } = registration
  const countyIds = countyId === null ? [] : [countyId]
  const account = { email, role: 'user', countyIds, passwordHash, isPasswordProven: false, now } as const
  const accountId = await insertAccount(transaction, account)
  await closeRegistrationsOfEmail(transaction, email, now)
  await useConfirmTokens(transaction, registration.id, now)
  const after = { userID: accountId, email, isAdmin: false, countyID: countyId }
  await recordAudit(transaction, asProven(context, { accountId, email }), {
    action: 'address.confirmed',
    subject: { kind: 'account', id: accountId },
    countyId,
    after,
  })
  return accountId
}

type Confirmation = { accountId: number; registration: RegistrationRow; browserHash: Buffer }

/**
 * If the browser that registered opens the link, one person chose the password and reads the mail, so the password is
 * proven. Otherwise a mail scanner may have opened the link first. Then only the place is recorded.
 */
async function recordConfirmation(
  { clock, actor: { caller } }: AnonymousContext,
  transaction: Transaction<DB>,
  { accountId, registration, browserHash }: Confirmation,
): Promise<void> {
  const now = clock.now()
  if (registration.browserHash?.equals(browserHash)) {
    const { passwordHash } = registration
    await provePassword(transaction, { accountId, passwordHash })
    return
  }
  const network = ownNetworkOf(caller)
  await insertConfirmationDevice(transaction, { accountId, network, browserHash, now })
}
