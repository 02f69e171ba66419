import { NO_SECOND_FACTOR } from '@portal/contract/people/people-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { ActorContext } from '../../access/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { EMAIL_INVALID, NO_SUCH_ACCOUNT } from '../base/accounts.errors.ts'
import { toFullAccountRecord, type FullAccountRecord } from '../base/accounts.models.ts'
import { lockAccount, type AccountRow } from '../base/accounts.repository.ts'
import { mailSignInChange } from '../notices/enqueue-notices.ts'
import { deleteHalfSessionsOf } from '../../sessions/half-session.repository.ts'
import { deletePasskeysOf } from '../passkeys/own-passkeys.repository.ts'
import { deleteSessionsOf } from '../../sessions/session.repository.ts'
import { deleteSecondFactor } from './second-factor.repository.ts'
import { parseEmail } from '@portal/contract/email.ts'

/**
 * Removes the second factor and all passkeys of a locked account, because a lost phone often has both. Ends its
 * sessions and mails the person: the request to the helpdesk may have come from someone else.
 * @throws PortalError 409 if the account has neither.
 */
export async function resetSecondFactor(
  context: ActorContext,
  transaction: Transaction<DB>,
  { id, countyId, counties, email }: Pick<AccountRow, 'id' | 'countyId' | 'counties' | 'email'>,
): Promise<void> {
  const hadCodes = await deleteSecondFactor(transaction, id)
  const passkeys = await deletePasskeysOf(transaction, id)
  if (!hadCodes && passkeys === 0) throw failure(NO_SECOND_FACTOR)
  await deleteSessionsOf(transaction, id)
  await deleteHalfSessionsOf(transaction, id)
  const subject = { kind: 'account', id } as const
  await recordAudit(transaction, context, {
    action: 'second_factor.reset',
    subject,
    countyId,
    before: { hadCodes, passkeys },
    after: { countyIDs: counties.map((county) => county.id) },
  })
  await mailSignInChange(transaction, context, { email, change: 'factors-reset' })
}

/**
 * Does the same for the account with that address.
 * @throws PortalError 400 for an invalid address, 404 if no account has it, 409 if it has neither.
 */
export async function resetSecondFactorByAddress(
  context: ActorContext,
  address: string,
): Promise<FullAccountRecord> {
  const email = parseEmail(address)?.address
  if (email === undefined) throw failure(EMAIL_INVALID)
  return context.database.kysely.transaction().execute(async (transaction) => {
    const account = await lockAccount(transaction, email)
    if (!account) throw failure(NO_SUCH_ACCOUNT, { values: { email } })
    await resetSecondFactor(context, transaction, account)
    return toFullAccountRecord(account)
  })
}
