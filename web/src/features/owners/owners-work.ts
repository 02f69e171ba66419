import type { OwnerFileCounts } from '@portal/contract/owners/owners.ts'
import type { CsvSource } from './export/owner-csv.ts'
import type { OwnerRoll } from './roll/owner-roll.ts'
import type { OwnerView } from './roll/owner-view.ts'

/** A call whose answer is read: the roll as columns, or the counts of files. */
export type ReadWork = {
  readonly kind: 'roll' | 'counts'
  readonly url: string
  readonly accept: string
  /** ETag of what the page already has. */
  readonly knownEtag: string | null
}

/** What the page asks of its worker. */
export type Work =
  | ReadWork
  | { readonly kind: 'export'; readonly source: CsvSource; readonly view: OwnerView }

export type WorkerRequest =
  | { readonly id: number; readonly work: Work }
  | { readonly id: number; readonly stop: true }

/** An answer of the server that is not a roll, for the page to interpret. */
export type Refusal = {
  readonly status: number
  readonly statusText: string
  readonly text: string
  readonly retryAfter: string | null
}

/** How a piece of work ended. */
export type Outcome =
  | { readonly kind: 'roll'; readonly roll: OwnerRoll; readonly etag: string | null }
  | { readonly kind: 'counts'; readonly counts: OwnerFileCounts; readonly etag: string | null }
  /** What the page already has is still current. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** There was no answer, or none that can be read. */
  | { readonly kind: 'no answer' }
  | { readonly kind: 'exported'; readonly file: Blob }

export type WorkerMessage =
  | { readonly id: number; readonly outcome: Outcome }
  | { readonly id: number; readonly share: number }
