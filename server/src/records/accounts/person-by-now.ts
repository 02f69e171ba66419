import { refusalWithout } from '@portal/contract/access-errors.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Right } from '@portal/contract/rights.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/person.ts'
import { accessOf } from '../access/rights.ts'
import { findAccountById } from './accounts.repository.ts'

/**
 * Who asks, as they may by now: since their call came in, somebody may have acted on them. What is to hold until a
 * transaction ends needs their account held before.
 * @throws PortalError 401 for who is disabled or gone, 403 for who has lost the right.
 */
export async function readPersonByNow(
  db: Kysely<DB>,
  { person, right }: { person: Person; right: Right },
): Promise<Person> {
  const account = await findAccountById(db, person.accountId)
  if (!account || account.isDisabled) throw failure(SIGN_IN_FIRST)
  const { role, counties, countyId, countyName } = account
  const access = accessOf({ role, countyIds: counties.map(({ id }) => id) })
  if (!access.rights.has(right)) throw failure(refusalWithout(right))
  const ownCounty = countyId === null ? null : { id: countyId, name: countyName ?? '' }
  return { ...person, role, ...access, ownCounty }
}
