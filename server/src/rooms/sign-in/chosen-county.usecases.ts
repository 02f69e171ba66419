import { NOT_A_COUNTY_OF_YOURS } from '@portal/contract/sign-in/sign-in.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { Person } from '../../records/access/person.ts'
import { chooseCountyOf, readCountiesOf } from '../../records/accounts/accounts.repository.ts'
import type { PersonContext, World } from '../../records/context.ts'
import { toSession, type PersonsSession } from './sign-in.models.ts'

/** What a person is told of their session. */
export async function describeSession(
  { database }: Pick<World, 'database'>,
  person: Person,
): Promise<PersonsSession> {
  return toSession(person, await readCountiesOf(database.kysely, person.accountId))
}

/**
 * Chooses which of their counties the person works for from now on.
 * @throws PortalError 403 for a county that is not theirs, 429 after too many.
 */
export async function selectCounty(context: PersonContext, countyId: number): Promise<PersonsSession> {
  const { database, actor } = context
  const { person } = actor
  await admitAttempt(context, repeatedActLimits(actor, 'chosen county'))
  const belongsTo = await readCountiesOf(database.kysely, person.accountId)
  const ownCounty = belongsTo.find(({ id }) => id === countyId)
  const isChosen = await chooseCountyOf(database.kysely, { accountId: person.accountId, countyId })
  if (!ownCounty || !isChosen) throw failure(NOT_A_COUNTY_OF_YOURS)
  return toSession({ ...person, ownCounty }, belongsTo)
}
