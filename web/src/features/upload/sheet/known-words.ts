import type { County, DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'

/** What a person may say of a file, by name. */
export type KnownWords = {
  readonly categories: readonly LookupItem[]
  readonly types: readonly DocumentType[]
  readonly relations: readonly LookupItem[]
  /** Those to choose from; null for who files for one county, or for none. */
  readonly counties: readonly County[] | null
  /** Of the only county of such a person; null where they have none. */
  readonly ownCounty: { readonly id: number | null; readonly name: string | null }
  readonly mayNameOwners: boolean
}

/** The item of this name, without case. */
export function named<T extends { readonly Name: string }>(list: readonly T[], word: string): T | undefined {
  return list.find(({ Name }) => foldedWord(Name) === foldedWord(word))
}

/** Without case, and with one space between words. */
export function foldedWord(word: string): string {
  return word.trim().normalize('NFC').replaceAll(/\s+/gu, ' ').toLowerCase()
}
