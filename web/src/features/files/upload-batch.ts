import type { Upload } from '@portal/contract/files.ts'

/** Where one chosen file stands on its way; `progress` runs from 0 to 1. */
export type Standing =
  | { readonly state: 'chosen' }
  | { readonly state: 'waiting' }
  | { readonly state: 'sending'; readonly progress: number }
  /** `upload` is null where the answer holds no record. */
  | { readonly state: 'stored'; readonly upload: Upload | null }
  | { readonly state: 'failed'; readonly reason: string }

export type BatchEntry<F = File> = { readonly id: number; readonly file: F; readonly standing: Standing }
export type Batch<F = File> = readonly BatchEntry<F>[]

export type BatchAction<F = File> =
  | { readonly type: 'added'; readonly entries: readonly { readonly id: number; readonly file: F }[] }
  | { readonly type: 'removed'; readonly id: number }
  | { readonly type: 'moved'; readonly id: number; readonly standing: Standing }

/** The list of chosen files after one event. A file that was removed meanwhile stays removed. */
export function batchAfter<F>(batch: Batch<F>, action: BatchAction<F>): Batch<F> {
  if (action.type === 'removed') return batch.filter(({ id }) => id !== action.id)
  if (action.type === 'moved') {
    return batch.map((entry) => (entry.id === action.id ? { ...entry, standing: action.standing } : entry))
  }
  return [...batch, ...action.entries.map((entry) => ({ ...entry, standing: { state: 'chosen' } as const }))]
}

/** The files that a press of 'Upload Files' sends: what is stored is never sent again. */
export function toSend<F>(batch: Batch<F>): Batch<F> {
  return batch.filter(({ standing }) => standing.state === 'chosen' || standing.state === 'failed')
}

/** The stored records once every file of the batch is stored, else null. */
export function storedWhole<F>(batch: Batch<F>): readonly Upload[] | null {
  const stored = batch.flatMap(({ standing }) => (standing.state === 'stored' ? [standing.upload] : []))
  const isWhole = batch.length > 0 && stored.length === batch.length
  return isWhole ? stored.filter((upload) => upload !== null) : null
}

export function hasFailed<F>(batch: Batch<F>): boolean {
  return batch.some(({ standing }) => standing.state === 'failed')
}
