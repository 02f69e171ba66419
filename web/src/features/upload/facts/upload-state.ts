import type { Upload } from '@portal/contract/files/files.ts'

/** Why a file is not stored; `details` is the server's extra text about the upload. */
export type UploadFailure = {
  readonly reason: string
  readonly details?: string | undefined
  /** The file contains a virus: the same bytes would be rejected again. */
  readonly isInfected?: boolean
}

/** The state of the chosen file; `progress` runs from 0 to 1. */
export type UploadState =
  | { readonly state: 'chosen' }
  /** The portal is unreachable. */
  | { readonly state: 'waiting' }
  | { readonly state: 'sending'; readonly progress: number }
  /** `upload` is null if the response has no record. */
  | { readonly state: 'stored'; readonly upload: Upload | null }
  | ({ readonly state: 'failed' } & UploadFailure)

/** The one file of the form. */
export type ChosenUpload = { readonly file: File; readonly uploadState: UploadState }

/** Whether 'Upload Files' sends the file. Stored and infected files are never sent again. */
export function canSend(uploadState: UploadState): boolean {
  return uploadState.state === 'chosen' || (uploadState.state === 'failed' && !isInfected(uploadState))
}

export function isInfected(uploadState: UploadState): boolean {
  return uploadState.state === 'failed' && uploadState.isInfected === true
}

/** Whether the user would have to choose the file again if it were lost; not for an infected file. */
export function isUnstored(uploadState: UploadState): boolean {
  return uploadState.state !== 'stored' && !isInfected(uploadState)
}

/** The share of the bytes that has been sent, 0 to 1. */
export function sentShare(uploadState: UploadState): number {
  if (uploadState.state === 'sending') return uploadState.progress
  return uploadState.state === 'stored' ? 1 : 0
}
