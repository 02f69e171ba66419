import { UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { LAST_ADMINISTRATOR, NOT_YOUR_OWN_ACCESS } from '@portal/contract/people/people-errors.ts'
import type { Person as ListedPerson } from '@portal/contract/people/people.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { isLastAdministrator } from '../../records/accounts/base/account-locks.repository.ts'
import { applyAccountChange, type AccountChange } from '../../records/accounts/accounts.usecases.ts'
import { deleteSessionsOf } from '../../records/sessions/session.repository.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { revokeTokensOf } from '../../records/tokens/revoke-tokens.ts'
import { actOnPerson, type Target } from './act-on-person.ts'
import { toSubject } from './people.models.ts'
import { isOwnLoss, mayEnable, mayGive } from './people.policy.ts'
import { readNamesOfCounties, type PersonRow } from './people.repository.ts'
import { resetSecondFactor } from '../../records/accounts/second-factor/reset-second-factor.usecases.ts'

/**
 * Sets role and counties of a person, and queues an e-mail to them if anything changed.
 * @throws PortalError as `actOnPerson`; 403 if the caller may not give that role or county, 404 for an unknown county,
 * 409 for the caller's own role and for the last administrator.
 */
export async function changePerson(
  context: PersonContext,
  { role, countyIds: asked, ...target }: Target & { role: Role; countyIds: readonly number[] },
): Promise<ListedPerson> {
  const countyIds = [...new Set(asked)]
  return actOnPerson(context, target, async (transaction, row, by) => {
    const refusal = mayGive(by, { role, countyIds })
    if (refusal) throw failure(refusal)
    const counties = await readNamesOfCounties(transaction, countyIds)
    if (counties.length < countyIds.length) throw failure(UNKNOWN_COUNTY)
    const had = new Set(row.counties.map(({ id }) => id))
    const isSame = role === row.role && had.symmetricDifference(new Set(countyIds)).size === 0
    if (!isSame) await change(context, transaction, { row, wanted: { role, countyIds } })
  })
}

/**
 * Signs a person out everywhere and blocks their sign-in. If a manager disabled them before, an administrator takes
 * over: only administrators can enable them then.
 * @throws PortalError as `actOnPerson`; 409 for the caller and for the last administrator.
 */
export async function disablePerson(context: PersonContext, target: Target): Promise<ListedPerson> {
  return actOnPerson(context, target, async (transaction, row, by) => {
    const isTakenOver = row.isDisabledByManager && by.counties === 'all'
    if (!row.isDisabled || isTakenOver)
      await change(context, transaction, { row, wanted: { isDisabled: true } })
    await deleteSessionsOf(transaction, row.id)
  })
}

/**
 * Enables a disabled person.
 * @throws PortalError as `actOnPerson`; 403 for a manager if an administrator disabled the person.
 */
export async function enablePerson(context: PersonContext, target: Target): Promise<ListedPerson> {
  return actOnPerson(context, target, async (transaction, row, by) => {
    if (!row.isDisabled) return
    const refusal = mayEnable(by, row)
    if (refusal) throw failure(refusal)
    await change(context, transaction, { row, wanted: { isDisabled: false } })
  })
}

/**
 * Signs a person out everywhere, and revokes their API tokens (R27.26).
 * @throws PortalError as `actOnPerson`.
 */
export async function endSessionsOf(context: PersonContext, userId: number): Promise<ListedPerson> {
  return actOnPerson(context, { userId, ifMatch: undefined }, async (transaction, row) => {
    await deleteSessionsOf(transaction, row.id)
    await revokeTokensOf(transaction, context, row.id)
    await recordAudit(transaction, context, {
      action: 'account.sessions_ended',
      subject: { kind: 'account', id: row.id },
      countyId: row.countyId,
      after: { countyIDs: toSubject(row).countyIds },
    })
  })
}

async function change(
  context: PersonContext,
  transaction: Transaction<DB>,
  { row, wanted }: { row: PersonRow; wanted: AccountChange },
): Promise<void> {
  if (isOwnLoss(context.actor.person, toSubject(row), wanted)) {
    const isLast = await isLastAdministrator(transaction, row)
    throw failure(isLast ? LAST_ADMINISTRATOR : NOT_YOUR_OWN_ACCESS)
  }
  await applyAccountChange(context, transaction, { before: row, change: wanted })
}

/**
 * Removes a lost second factor of a person and signs them out everywhere.
 * @throws PortalError as `actOnPerson`; 409 for the caller, and for a person without a second factor.
 */
export async function resetSecondFactorOf(context: PersonContext, userId: number): Promise<ListedPerson> {
  return actOnPerson(context, { userId, ifMatch: undefined }, async (transaction, row) => {
    if (row.id === context.actor.person.accountId) throw failure(NOT_YOUR_OWN_ACCESS)
    await resetSecondFactor(context, transaction, row)
  })
}
