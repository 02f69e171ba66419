import { NOT_YOUR_OWN_ACCESS } from '@portal/contract/people/people-errors.ts'
import type { Person as ListedPerson } from '@portal/contract/people/people.ts'
import { failure } from '../../engines/http/errors.ts'
import { resetSecondFactor } from '../../records/accounts/second-factor/reset-second-factor.usecases.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnPerson } from './act-on-person.ts'

/**
 * Takes a lost second factor from a person and signs them out everywhere.
 * @throws PortalError as `actOnPerson`; 409 for oneself, and for who has none.
 */
export async function resetSecondFactorOf(context: PersonContext, userId: number): Promise<ListedPerson> {
  return actOnPerson(context, { userId, ifMatch: undefined }, async (transaction, row) => {
    if (row.id === context.actor.person.accountId) throw failure(NOT_YOUR_OWN_ACCESS)
    await resetSecondFactor(context, transaction, row)
  })
}
