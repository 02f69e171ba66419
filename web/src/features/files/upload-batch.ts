import type { Upload } from '@portal/contract/files.ts'

/** Why a file is not stored; `details` is what the server says besides, for the whole upload. */
export type UploadFailure = { readonly reason: string; readonly details?: string | undefined }

/** Where one chosen file stands on its way; `progress` runs from 0 to 1. */
export type Standing =
  | { readonly state: 'chosen' }
  | { readonly state: 'waiting' }
  | { readonly state: 'sending'; readonly progress: number }
  /** `upload` is null where the answer holds no record. */
  | { readonly state: 'stored'; readonly upload: Upload | null }
  | ({ readonly state: 'failed' } & UploadFailure)

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

/** The files that somebody would have to choose again if the list were lost. */
export function unstoredFiles<F>(batch: Batch<F>): readonly F[] {
  return batch.flatMap(({ file, standing }) => (standing.state === 'stored' ? [] : [file]))
}

export type BatchCount = { readonly total: number; readonly stored: number; readonly failed: number }

export function countOf<F>(batch: Batch<F>): BatchCount {
  const inState = (state: Standing['state']) =>
    batch.filter(({ standing }) => standing.state === state).length
  return { total: batch.length, stored: inState('stored'), failed: inState('failed') }
}

/** The share of all bytes that has left, 0 to 1; what is stored has, whatever it weighs. */
export function shareOf<F extends { readonly size: number }>(batch: Batch<F>): number {
  const all = batch.reduce((sum, { file }) => sum + file.size, 0)
  const sent = batch.reduce((sum, { file, standing }) => sum + file.size * sentShare(standing), 0)
  return all === 0 ? 0 : sent / all
}

function sentShare(standing: Standing): number {
  if (standing.state === 'sending') return standing.progress
  return standing.state === 'stored' ? 1 : 0
}

/** What the server's details say of the files that failed, each text once. */
export function failureDetails<F>(batch: Batch<F>): readonly string[] {
  const details = batch.flatMap(({ standing }) =>
    standing.state === 'failed' && standing.details !== undefined ? [standing.details] : [],
  )
  return [...new Set(details)]
}
