import type { ResumableUpload } from '@portal/contract/files/resumable.ts'
import { refusalText } from '../facts/check-texts.ts'
import { withTheirOwner, type QueueFields } from '../facts/owner-facts.ts'

/** The document that the server stored for a file. */
export type StoredFile = NonNullable<ResumableUpload['file']>

export type EntryState =
  /** The user has not sent it yet. */
  | { readonly is: 'chosen' }
  | { readonly is: 'waiting' }
  /** `file` is null until the server returns it. */
  | { readonly is: 'stored'; readonly fileId: number | null; readonly file: StoredFile | null }
  | { readonly is: 'refused'; readonly reason: string }

/** One file of the queue, as this browser stores it. */
export type QueueEntry = {
  /** The sender key, generated once per file: the server stores at most one document under it. */
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, as the browser reports them. */
  readonly lastModified: number
  /** The folder path it was dropped with, such as `2026/Gas plants`; empty if none. */
  readonly folder: string
  /** SHA-256 in hexadecimal digits; null until it is known. */
  readonly sha256: string | null
  /** The fields set for this file only; all others come from the plan. */
  readonly facts: Partial<QueueFields>
  /** The server's id of the upload; null until the upload starts. */
  readonly uploadId: string | null
  readonly state: EntryState
}

/** A file that the server rejected, with the reason. */
export type RefusedFile = { readonly name: string; readonly reason: string }

/** The fields for all files, and whether the queue is sending. */
export type QueuePlan = {
  /** The batch id of the receipt. */
  readonly batch: string
  readonly fields: QueueFields
  readonly isGoing: boolean
  /** Rejected files that the user removed since this batch started. */
  readonly leftOut: readonly RefusedFile[]
}

/** All fields of one file. A category of its own clears the plan's type, and a county of its own the plan's owner. */
export function factsOf({ facts }: Pick<QueueEntry, 'facts'>, forAll: QueueFields): QueueFields {
  const isOfOtherCategory = facts.categoryId !== undefined && facts.categoryId !== forAll.categoryId
  return withTheirOwner({ ...forAll, ...(isOfOtherCategory && { typeId: null }), ...facts })
}

/** Whether this file is still to be stored. */
export function isUnfinished({ state }: QueueEntry): boolean {
  return state.is === 'chosen' || state.is === 'waiting'
}

/** The entry with the server's status; the same object if the status is not new. */
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

/** The rejected files among these entries. */
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
  /** The bytes of stored files, plus the sent bytes of the others. */
  readonly bytesSent: number
}

/** The queue in numbers; `sent` holds the sent bytes of files in progress. */
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
