import type { OwnerRight } from '../facts/owner-right.ts'
import type { County, DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'

/** The values that a user may enter for a file, by name. */
export type KnownWords = {
  readonly categories: readonly LookupItem[]
  readonly types: readonly DocumentType[]
  readonly relations: readonly LookupItem[]
  /** The counties to choose from; null for a user who files for one county or none. */
  readonly counties: readonly County[] | null
  /** The single county of such a user; null values if they have none. */
  readonly ownCounty: { readonly id: number | null; readonly name: string | null }
  readonly ownerRight: OwnerRight
}

/** Finds an item by name, ignoring case. */
export function named<T extends { readonly Name: string }>(list: readonly T[], word: string): T | undefined {
  return list.find(({ Name }) => foldedWord(Name) === foldedWord(word))
}

/** Lower case, with single spaces between words. */
export function foldedWord(word: string): string {
  return word.trim().normalize('NFC').replaceAll(/\s+/gu, ' ').toLowerCase()
}
