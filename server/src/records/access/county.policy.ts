import type { Role } from '@portal/contract/access/roles.ts'
import { UPLOAD_OTHER_COUNTY } from '@portal/contract/files/upload-errors.ts'
import type { Person } from './actor.ts'
import type { Refusal } from './refusal.ts'

/** Whom managers know of where they share a county: nobody of the firm's. */
export const ROLES_IN_COUNTIES: readonly Role[] = ['user', 'reader', 'manager']

/** Which documents, owners or agents a person's lists may show at all; filters only narrow it. */
export type CountyScope =
  | { readonly kind: 'all' }
  /** At least one. */
  | { readonly kind: 'counties'; readonly countyIds: readonly number[] }
  /** What this account brought and belongs to no county. */
  | { readonly kind: 'own'; readonly accountId: number }

export function countyScope({ accountId, counties }: Pick<Person, 'accountId' | 'counties'>): CountyScope {
  if (counties === 'all') return { kind: 'all' }
  return counties.length === 0 ? { kind: 'own', accountId } : { kind: 'counties', countyIds: counties }
}

/** Whether a county's owners, parties and documents are for this person to see. */
export function maySeeCounty({ counties }: Pick<Person, 'counties'>, countyId: number): boolean {
  return counties === 'all' || counties.includes(countyId)
}

/**
 * Who sees all counties uploads for any of them or for none. Everybody else uploads for one of their counties, and for none
 * where they belong to none: they would not see the document otherwise.
 */
export function mayUploadFor(
  { counties }: Pick<Person, 'counties'>,
  countyId: number | null,
): Refusal | null {
  if (counties === 'all') return null
  const isTheirs = countyId === null ? counties.length === 0 : counties.includes(countyId)
  return isTheirs ? null : UPLOAD_OTHER_COUNTY
}
