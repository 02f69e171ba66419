import { formatBytes } from '../../../lib/format.ts'
import { canSend, isInfected, type ChosenUpload, type UploadFailure } from './upload-state.ts'

type Progress = {
  readonly chosen: ChosenUpload | null
  readonly isSending: boolean
  /** Whether the file waits for the portal to become reachable again. */
  readonly isOffline: boolean
  /** Whether the user stopped the upload and has not changed the file since. */
  readonly wasStopped: boolean
}

/** The upload's progress in one line. Empty while no file is chosen. */
export function progressText({ chosen, isSending, isOffline, wasStopped }: Progress): string {
  if (chosen === null) return ''
  const { file, uploadState } = chosen
  if (isSending && isOffline) {
    return 'No connection: 0 stored, 1 not sent. The upload continues when the connection is back.'
  }
  if (isSending) return `Uploading: ${uploadState.state === 'stored' ? 1 : 0} of 1 stored.`
  // The server keeps no part of an incomplete file.
  if (wasStopped && canSend(uploadState)) {
    return 'Stopped: 0 of 1 file uploaded. It starts from the beginning next time.'
  }
  return `${filesText(1)}, ${formatBytes(file.size)}`
}

/** `100 files`, `1 file`. */
export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

/** What to do after a failed upload; empty if 'Upload Files' sends the file again. */
export function retryText(failure: UploadFailure): string {
  return isInfected({ state: 'failed', ...failure })
    ? 'A file with a virus is not sent again. Remove it from the list.'
    : ''
}

/** The title of the browser tab, so that a long upload can be followed from another tab. */
export function uploadTitle({ isSending }: Pick<Progress, 'isSending'>): string {
  return isSending ? '0 of 1 · Upload files' : 'Upload files'
}

type LeaveReason = {
  readonly isSending: boolean
  /** Whether the user discards the upload. */
  readonly isGivingUp: boolean
}

/** The question before leaving while something is not stored yet. */
export function leaveText({ isSending, isGivingUp }: LeaveReason): string {
  if (isSending) return 'Files are still being uploaded. Those that are not stored yet would be cancelled.'
  if (isGivingUp) return 'You have unsent changes that will be lost.'
  return 'What you typed and chose here has not been uploaded yet. It is offered to you when you come back in this tab.'
}
