import type { OwnerFileCounts } from '@portal/contract/owners/owners.ts'
import type { CsvSource } from './export/owner-csv.ts'
import type { OwnerRoll } from './roll/owner-roll.ts'
import type { OwnerView } from './roll/owner-view.ts'

/** A request whose response is read: the roll as columns, or the file counts. */
export type ReadWork = {
  readonly kind: 'roll' | 'counts'
  readonly url: string
  readonly accept: string
  /** ETag of the page's current data. */
  readonly knownEtag: string | null
}

/** A job for the worker. */
export type Work =
  | ReadWork
  | { readonly kind: 'export'; readonly source: CsvSource; readonly view: OwnerView }

export type WorkerRequest =
  | { readonly id: number; readonly work: Work }
  | { readonly id: number; readonly stop: true }

/** A server response that is not a roll; the page interprets it. */
export type Refusal = {
  readonly status: number
  readonly statusText: string
  readonly text: string
  readonly retryAfter: string | null
}

/** The result of a job. */
export type Outcome =
  | { readonly kind: 'roll'; readonly roll: OwnerRoll; readonly etag: string | null }
  | { readonly kind: 'counts'; readonly counts: OwnerFileCounts; readonly etag: string | null }
  /** The page's data is still current. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** No response arrived, or an unreadable one. */
  | { readonly kind: 'no answer' }
  | { readonly kind: 'exported'; readonly file: Blob }

export type WorkerMessage =
  | { readonly id: number; readonly outcome: Outcome }
  | { readonly id: number; readonly share: number }
