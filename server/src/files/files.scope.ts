import type { Person } from '../auth/person.ts'

/** Which documents a list may show at all; filters only narrow it. */
export type ListScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'county'; readonly countyId: number }
  /** Uploads of this account that belong to no county. */
  | { readonly kind: 'own'; readonly accountId: number }

/** An administrator sees all documents, a county user their county's, anybody else their own without a county. */
export function listScope(person: Person): ListScope {
  if (person.isAdmin) return { kind: 'all' }
  if (person.countyId !== null) return { kind: 'county', countyId: person.countyId }
  return { kind: 'own', accountId: person.accountId }
}
