import type { Upload } from '@portal/contract/files/files.ts'

/** Why a file is not stored; `details` is the server's extra text about the whole upload. */
export type UploadFailure = {
  readonly reason: string
  readonly details?: string | undefined
  /** The file contains a virus: the same bytes would be rejected again. */
  readonly isInfected?: boolean
}

/** The state of one chosen file; `progress` runs from 0 to 1. */
export type UploadState =
  | { readonly state: 'chosen' }
  | { readonly state: 'waiting' }
  | { readonly state: 'sending'; readonly progress: number }
  /** `upload` is null if the response has no record. */
  | { readonly state: 'stored'; readonly upload: Upload | null }
  | ({ readonly state: 'failed' } & UploadFailure)

export type BatchEntry<F = File> = {
  readonly id: number
  readonly file: F
  readonly uploadState: UploadState
}
export type Batch<F = File> = readonly BatchEntry<F>[]

export type BatchAction<F = File> =
  | { readonly type: 'added'; readonly entries: readonly { readonly id: number; readonly file: F }[] }
  | { readonly type: 'removed'; readonly id: number }
  | { readonly type: 'moved'; readonly id: number; readonly uploadState: UploadState }

/** The list of chosen files after one event. A file removed in the meantime stays removed. */
export function batchAfter<F>(batch: Batch<F>, action: BatchAction<F>): Batch<F> {
  if (action.type === 'removed') return batch.filter(({ id }) => id !== action.id)
  if (action.type === 'moved') {
    return batch.map((entry) =>
      entry.id === action.id ? { ...entry, uploadState: action.uploadState } : entry,
    )
  }
  return [
    ...batch,
    ...action.entries.map((entry) => ({ ...entry, uploadState: { state: 'chosen' } as const })),
  ]
}

/** The files that 'Upload Files' sends. Stored and infected files are never sent again. */
export function toSend<F>(batch: Batch<F>): Batch<F> {
  return batch.filter(
    ({ uploadState }) =>
      uploadState.state === 'chosen' || (uploadState.state === 'failed' && !isInfected(uploadState)),
  )
}

/** Whether one of the files is infected. */
export function hasInfected<F>(batch: Batch<F>): boolean {
  return batch.some(({ uploadState }) => isInfected(uploadState))
}

function isInfected(uploadState: UploadState): boolean {
  return uploadState.state === 'failed' && uploadState.isInfected === true
}

/** The stored records once every file of the batch is stored, otherwise null. */
export function storedWhole<F>(batch: Batch<F>): readonly Upload[] | null {
  const stored = batch.flatMap(({ uploadState }) =>
    uploadState.state === 'stored' ? [uploadState.upload] : [],
  )
  const isWhole = batch.length > 0 && stored.length === batch.length
  return isWhole ? stored.filter((upload) => upload !== null) : null
}

/** The files that the user would have to choose again if the list were lost; infected files are excluded. */
export function unstoredFiles<F>(batch: Batch<F>): readonly F[] {
  return batch.flatMap(({ file, uploadState }) =>
    uploadState.state === 'stored' || isInfected(uploadState) ? [] : [file],
  )
}

export type BatchCount = { readonly total: number; readonly stored: number; readonly failed: number }

export function countOf<F>(batch: Batch<F>): BatchCount {
  const inState = (state: UploadState['state']) =>
    batch.filter(({ uploadState }) => uploadState.state === state).length
  return { total: batch.length, stored: inState('stored'), failed: inState('failed') }
}

/** The share of all bytes that has been sent, 0 to 1; a stored file counts in full. */
export function shareOf<F extends { readonly size: number }>(batch: Batch<F>): number {
  const all = batch.reduce((sum, { file }) => sum + file.size, 0)
  const sent = batch.reduce((sum, { file, uploadState }) => sum + file.size * sentShare(uploadState), 0)
  return all === 0 ? 0 : sent / all
}

function sentShare(uploadState: UploadState): number {
  if (uploadState.state === 'sending') return uploadState.progress
  return uploadState.state === 'stored' ? 1 : 0
}

/** The server's details about the failed files, each text once. */
export function failureDetails<F>(batch: Batch<F>): readonly string[] {
  const details = batch.flatMap(({ uploadState }) =>
    uploadState.state === 'failed' && uploadState.details !== undefined ? [uploadState.details] : [],
  )
  return [...new Set(details)]
}
