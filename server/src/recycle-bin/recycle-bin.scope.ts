import type { Person } from '../auth/person.ts'

/** Which deleted documents a list may show at all. */
export type BinScope =
  | { readonly kind: 'all' }
  /** Uploads of this account in its county, or, for an account without one, those that have none. */
  | { readonly kind: 'own'; readonly uploadedBy: number; readonly countyId: number | null }

/** What a person may restore, as `mayRestore` says it of one document. */
export function binScope({ isAdmin, accountId, countyId }: Person): BinScope {
  return isAdmin ? { kind: 'all' } : { kind: 'own', uploadedBy: accountId, countyId }
}
