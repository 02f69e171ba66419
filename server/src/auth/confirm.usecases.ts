import { CONFIRM_INCOMPLETE, CONFIRM_INVALID } from '@portal/contract/accounts.ts'
import { parseEmail } from '@portal/contract/email.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import { badRequest } from '../http/errors.ts'
import { countedAttempt } from '../throttle/throttle.ts'
import type { Context } from '../world.ts'
import { accountExists, insertAccount } from './accounts.repository.ts'
import { wrongLinkLimits } from './asking.limits.ts'
import { endRegistrations, findRegistration, lockEmail } from './registration.repository.ts'
import { hashToken } from './session.ts'
import { findToken, useConfirmTokens } from './token.repository.ts'

type Link = { email: string; token: string }

/**
 * Makes the account of the registration that the link belongs to, with its own password and county, and ends the other
 * registrations of the address. The same link again is success for as long as it lives. Begins no session. Throws 400
 * for a link that is incomplete, wrong, expired or at its end, 429 after too many of those.
 */
export async function confirmByLink(context: Context, link: Link): Promise<void> {
  if (!link.email.trim() || !link.token) throw badRequest(CONFIRM_INCOMPLETE)
  const attempt = await countedAttempt(context, wrongLinkLimits(context.caller.address))
  const email = parseEmail(link.email)
  if (!email) throw badRequest(CONFIRM_INVALID)
  const isConfirmed = await context.database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email.address)
    if (!(await confirm(context, transaction, { email: email.address, token: link.token }))) return false
    await attempt.takeBack(transaction)
    return true
  })
  if (!isConfirmed) throw badRequest(CONFIRM_INVALID)
}

async function confirm(
  { clock, caller }: Context,
  transaction: Transaction<DB>,
  { email, token }: Link,
): Promise<boolean> {
  const now = clock.now()
  const asked = { tokenHash: hashToken(token), email, kinds: ['confirm'] as const, now }
  const found = await findToken(transaction, asked)
  if (!found || found.registrationId === null) return false
  if (found.isUsed) return true
  const registration = await findRegistration(transaction, found.registrationId)
  if (!registration?.isPending || (await accountExists(transaction, email))) return false
  const { countyId, passwordHash } = registration
  const accountId = await insertAccount(transaction, { email, isAdmin: false, countyId, passwordHash, now })
  await endRegistrations(transaction, email, now)
  await useConfirmTokens(transaction, registration.id, now)
  const actor = { accountId, who: email, cameFrom: caller.address }
  const after = { userID: accountId, email, isAdmin: false, countyID: countyId }
  await recordAudit(transaction, { clock, actor }, { what: 'address confirmed', countyId, after })
  return true
}
