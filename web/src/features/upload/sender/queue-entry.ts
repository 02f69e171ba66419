import type { ResumableUpload } from '@portal/contract/files/resumable.ts'
import { refusalText } from '../facts/check-texts.ts'
import { withTheirOwner, type QueueFields } from '../facts/owner-facts.ts'

/** What the server has made of a file. */
export type StoredFile = NonNullable<ResumableUpload['file']>

export type EntryState =
  /** Its person has not sent it yet. */
  | { readonly is: 'chosen' }
  | { readonly is: 'waiting' }
  /** `file` is null until the server has told of it. */
  | { readonly is: 'stored'; readonly fileId: number | null; readonly file: StoredFile | null }
  | { readonly is: 'refused'; readonly reason: string }

/** One file of the queue, as this browser keeps it. */
export type QueueEntry = {
  /** What the server knows it by (senderKey), made once: nothing is stored twice under it. */
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, as the browser tells of a file. */
  readonly lastModified: number
  /** The folders that it was dropped with, as `2026/Gas plants`; empty without. */
  readonly folder: string
  /** SHA-256 in hexadecimal digits; null until it is known. */
  readonly sha256: string | null
  /** What is said of this file alone; the rest is as for all. */
  readonly facts: Partial<QueueFields>
  /** The server's name of the upload; null before it has begun. */
  readonly uploadId: string | null
  readonly state: EntryState
}

/** A file that the server refused, and why. */
export type RefusedFile = { readonly name: string; readonly reason: string }

/** What is said of all files, and what their person wants to become of them. */
export type QueuePlan = {
  /** What the receipt knows the batch by. */
  readonly batch: string
  readonly fields: QueueFields
  readonly isGoing: boolean
  /** Refused files that their person removed since this batch began. */
  readonly leftOut: readonly RefusedFile[]
}

/** All that is said of one file. A category of its own has types of its own, a county owners. */
export function factsOf({ facts }: Pick<QueueEntry, 'facts'>, forAll: QueueFields): QueueFields {
  const isOfOtherCategory = facts.categoryId !== undefined && facts.categoryId !== forAll.categoryId
  return withTheirOwner({ ...forAll, ...(isOfOtherCategory && { typeId: null }), ...facts })
}

/** Whether this is one of the files that are still to be stored. */
export function isUnfinished({ state }: QueueEntry): boolean {
  return state.is === 'chosen' || state.is === 'waiting'
}

/** The entry as the server tells of it; the same where it tells nothing new. */
export function mergeServerStatus(entry: QueueEntry, known: ResumableUpload): QueueEntry {
  if (known.state === 'stored') {
    const { file } = known
    return { ...entry, uploadId: known.id, state: { is: 'stored', fileId: file?.FileID ?? null, file } }
  }
  if (known.state === 'refused') {
    const { details, error = NOT_STORED, code } = known.refusal ?? {}
    const reason = refusalText(details ?? error, code)
    return { ...entry, uploadId: known.id, state: { is: 'refused', reason } }
  }
  return entry.uploadId === known.id ? entry : { ...entry, uploadId: known.id }
}

/** The refused ones among these entries. */
export function refusedOf(entries: readonly QueueEntry[]): readonly RefusedFile[] {
  return entries.flatMap(({ name, state }) =>
    state.is === 'refused' ? [{ name, reason: state.reason }] : [],
  )
}

export const NOT_STORED = 'This file was not stored.'

export type QueueCount = {
  readonly total: number
  readonly stored: number
  readonly refused: number
  readonly bytes: number
  /** Of those that are stored, and what has left of the others. */
  readonly bytesSent: number
}

/** The queue in figures; `sent` has the bytes of those that are under way. */
export function countQueue(entries: readonly QueueEntry[], sent: ReadonlyMap<string, number>): QueueCount {
  const count = { total: entries.length, stored: 0, refused: 0, bytes: 0, bytesSent: 0 }
  for (const { key, size, state } of entries) {
    if (state.is === 'refused') {
      count.refused += 1
      continue
    }
    count.bytes += size
    if (state.is === 'stored') count.stored += 1
    count.bytesSent += state.is === 'stored' ? size : (sent.get(key) ?? 0)
  }
  return count
}
