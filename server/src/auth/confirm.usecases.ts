import { CONFIRM_INCOMPLETE, CONFIRM_INVALID } from '@portal/contract/accounts.ts'
import { parseEmail } from '@portal/contract/email.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import { badRequest } from '../http/errors.ts'
import { ownNetworkOf } from '../throttle/network.ts'
import { countedAttempt } from '../throttle/throttle.ts'
import type { Context } from '../world.ts'
import { findAccount, insertAccount } from './accounts.repository.ts'
import { wrongLinkLimits } from './asking.limits.ts'
import { keepPlace, provePassword } from './confirmation.repository.ts'
import { refuseNoLongerAllowed } from './register.usecases.ts'
import {
  endRegistrations,
  findRegistration,
  lockEmail,
  type RegistrationRow,
} from './registration.repository.ts'
import { hashToken } from './session.ts'
import { findToken, useConfirmTokens } from './token.repository.ts'

/** `browserHash` names the browser that opened the link. */
type OpenedLink = { email: string; token: string; browserHash: Buffer }

/**
 * Makes the account of the registration that the link belongs to, with its own password and county, and ends the other
 * registrations of the address. The same link again is success for as long as it lives. Begins no session. Throws 400
 * for a link that is incomplete, wrong, expired or at its end, 403 where the county has ceased to allow the address, 429
 * after too many of those.
 */
export async function confirmByLink(context: Context, link: OpenedLink): Promise<void> {
  if (!link.email.trim() || !link.token) throw badRequest(CONFIRM_INCOMPLETE)
  const attempt = await countedAttempt(context, wrongLinkLimits(context.caller.address))
  const email = parseEmail(link.email)
  if (!email) throw badRequest(CONFIRM_INVALID)
  const isConfirmed = await context.database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email.address)
    if (!(await confirm(context, transaction, { ...link, email: email.address }))) return false
    await attempt.takeBack(transaction)
    return true
  })
  if (!isConfirmed) throw badRequest(CONFIRM_INVALID)
}

async function confirm(
  context: Context,
  transaction: Transaction<DB>,
  { email, token, browserHash }: OpenedLink,
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
  const accountId = account?.id ?? (await makeAccount(context, transaction, registration))
  await keepConfirmation(context, transaction, { accountId, registration, browserHash })
  return true
}

async function makeAccount(
  context: Context,
  transaction: Transaction<DB>,
  registration: RegistrationRow,
): Promise<number> {
  await refuseNoLongerAllowed(context, transaction, registration)
  const { clock, caller } = context
  const now = clock.now()
  const { email, countyId, passwordHash } = registration
  const account = { email, isAdmin: false, countyId, passwordHash, isPasswordProven: false, now }
  const accountId = await insertAccount(transaction, account)
  await endRegistrations(transaction, email, now)
  await useConfirmTokens(transaction, registration.id, now)
  const actor = { accountId, who: email, cameFrom: caller.address }
  const after = { userID: accountId, email, isAdmin: false, countyID: countyId }
  await recordAudit(transaction, { clock, actor }, { what: 'address confirmed', countyId, after })
  return accountId
}

type Confirmation = { accountId: number; registration: RegistrationRow; browserHash: Buffer }

/**
 * A browser that registered and opens the link is one person's, whose password the registration's is. Else it is known
 * only where the link was opened; by a person, or by a machine that looks through the mail before them.
 */
async function keepConfirmation(
  { clock, caller }: Context,
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
  await keepPlace(transaction, { accountId, network, browserHash, now })
}
