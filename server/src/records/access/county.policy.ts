import type { Role } from '@portal/contract/access/roles.ts'
import { UPLOAD_OTHER_COUNTY } from '@portal/contract/files/upload-errors.ts'
import type { Counties, Person } from './actor.ts'
import type { Refusal } from './refusal.ts'

/** The roles that managers see in a county they share. They see no users of the firm. */
export const ROLES_IN_COUNTIES: readonly Role[] = ['user', 'reader', 'manager']

/** The documents, owners or agents that a person's lists may show. Filters only narrow it. */
export type CountyScope =
  | { readonly kind: 'all' }
  /** Contains at least one id. */
  | { readonly kind: 'counties'; readonly countyIds: readonly number[] }
  /** Uploads of this account that belong to no county. */
  | { readonly kind: 'own'; readonly accountId: number }

export function countyScope({ accountId, counties }: Pick<Person, 'accountId' | 'counties'>): CountyScope {
  if (counties === 'all') return { kind: 'all' }
  return counties.length === 0 ? { kind: 'own', accountId } : { kind: 'counties', countyIds: counties }
}

/** Narrows a scope to a county, if one is given; null if the scope does not show it. A filter never widens a scope. */
export function narrowScope(scope: CountyScope, countyId: number | undefined): CountyScope | null {
  if (countyId === undefined) return scope
  const isShown = scope.kind === 'all' || (scope.kind === 'counties' && scope.countyIds.includes(countyId))
  return isShown ? { kind: 'counties', countyIds: [countyId] } : null
}

/** The counties of a scope; none for a person without counties. */
export function countiesOf(scope: CountyScope): Counties {
  if (scope.kind === 'own') return []
  return scope.kind === 'all' ? 'all' : scope.countyIds
}

/** Whether this person may see a county's owners, parties and documents. */
export function maySeeCounty({ counties }: Pick<Person, 'counties'>, countyId: number): boolean {
  return counties === 'all' || counties.includes(countyId)
}

/**
 * A person who sees all counties may upload for any county, or for none. Everyone else uploads for one of their own
 * counties. A person without counties uploads for none, because otherwise they would not see the document.
 */
export function mayUploadFor(
  { counties }: Pick<Person, 'counties'>,
  countyId: number | null,
): Refusal | null {
  if (counties === 'all') return null
  const isTheirs = countyId === null ? counties.length === 0 : counties.includes(countyId)
  return isTheirs ? null : UPLOAD_OTHER_COUNTY
}
