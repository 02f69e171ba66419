import type { Duplicates } from '@portal/contract/files/duplicates.ts'
import type { CountyChoice, UploadFields } from '../facts/upload-fields.ts'
import { factsOf, type QueueEntry } from './queue-entry.ts'

/** A file that is already on file: as documents, and perhaps as an earlier file of the list. */
export type EntryDuplicate = {
  readonly entry: QueueEntry
  /** The documents with the same bytes, and their number. */
  readonly documents: Duplicates
  /** The earlier file of the list with the same bytes; null if none. */
  readonly earlier: QueueEntry | null
}

/** One lookup: a hash and the file's county. A null county means the sender's default. */
export type SearchedFile = { readonly sha256: string; readonly countyId: number | null }

/** Lookup results: the documents with the same bytes, by the lookup's `nameOf`. */
export type Known = ReadonlyMap<string, Duplicates>

export const NO_DUPLICATES: Duplicates = { total: 0, files: [] }

export function nameOf({ sha256, countyId }: SearchedFile): string {
  return `${countyId ?? ''} ${sha256}`
}

type Listed = {
  readonly entries: readonly QueueEntry[]
  readonly fields: UploadFields
  readonly county: CountyChoice
}

/** The lookup for a file; null while its hash or its county is unknown. */
function askedOf(
  entry: QueueEntry,
  { fields, county }: Pick<Listed, 'fields' | 'county'>,
): SearchedFile | null {
  const { countyId } = factsOf(entry, fields)
  if (entry.sha256 === null || (county !== 'none' && countyId === null)) return null
  return { sha256: entry.sha256, countyId }
}

/** All lookups for the unsent files. */
export function toAsk(listed: Listed): readonly SearchedFile[] {
  const chosen = listed.entries.filter(({ state }) => state.is === 'chosen')
  return chosen.flatMap((entry) => askedOf(entry, listed) ?? [])
}

/** The unsent files that are already on file. */
export function findEntryDuplicates(listed: Listed, known: Known): readonly EntryDuplicate[] {
  const first = new Map<string, QueueEntry>()
  const duplicates: EntryDuplicate[] = []
  for (const entry of listed.entries) {
    const asked = entry.state.is === 'refused' ? null : askedOf(entry, listed)
    if (!asked) continue
    const name = nameOf(asked)
    const earlier = first.get(name) ?? null
    if (!earlier) first.set(name, entry)
    if (entry.state.is !== 'chosen') continue
    const documents = known.get(name) ?? NO_DUPLICATES
    if (earlier || documents.total > 0) duplicates.push({ entry, documents, earlier })
  }
  return duplicates
}
