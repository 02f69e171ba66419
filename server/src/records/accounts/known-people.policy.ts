import type { Role } from '@portal/contract/access/roles.ts'
import type { Person } from '../access/actor.ts'
import { ROLES_IN_COUNTIES } from '../access/county.policy.ts'

/**
 * Whether a person may know another: the people of their counties, and not those of the firm. `isKnownIn` is the same
 * rule for queries.
 */
export function mayKnow(
  { counties }: Pick<Person, 'counties'>,
  { role, countyIds }: { readonly role: Role; readonly countyIds: readonly number[] },
): boolean {
  if (counties === 'all') return true
  return ROLES_IN_COUNTIES.includes(role) && countyIds.some((id) => counties.includes(id))
}
