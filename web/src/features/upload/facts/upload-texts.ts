import { formatBytes } from '../../../lib/format.ts'
import { countOf, hasInfected, toSend, type Batch } from './upload-batch.ts'

type Progress = {
  readonly batch: Batch
  readonly isSending: boolean
  /** Whether the files wait for the portal to become reachable again. */
  readonly isOffline: boolean
  /** Whether the user stopped the upload and has not changed the files since. */
  readonly wasStopped: boolean
}

/** The upload's progress in one line. Empty while no file is chosen. */
export function progressText({ batch, isSending, isOffline, wasStopped }: Progress): string {
  const { total, stored } = countOf(batch)
  if (isSending && !isOffline) return `Uploading: ${stored} of ${total} stored.`
  if (isSending) {
    return `No connection: ${tallyText(batch)}. The upload continues when the connection is back.`
  }
  if (wasStopped && toSend(batch).length > 0) return stoppedText(batch)
  if (stored > 0) return `${tallyText(batch)}.`
  return total === 0 ? '' : `${filesText(total)}, ${formatBytes(bytesOf(batch))}`
}

/** The server keeps no part of an incomplete file, so the remaining files start from the beginning. */
function stoppedText(batch: Batch): string {
  const { total, stored } = countOf(batch)
  const rest = toSend(batch).length
  const others = stored > 0 ? 'The others start' : 'They start'
  const one = stored > 0 ? 'The other one starts' : 'It starts'
  return `Stopped: ${stored} of ${filesText(total)} uploaded. ${rest === 1 ? one : others} from the beginning next time.`
}

/** `100 files`, `1 file`. */
export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

/** What 'Upload Files' does after a partly failed upload; empty if it sends all files. */
export function retryText(batch: Batch): string {
  const retry =
    toSend(batch).length > 0
      ? ' Press ‘Upload Files’ to try the others again, or remove them from the list.'
      : ''
  return [
    ...(countOf(batch).stored > 0 ? [`Stored files are safe.${retry}`] : []),
    ...(hasInfected(batch) ? ['A file with a virus is not sent again. Remove it from the list.'] : []),
  ].join(' ')
}

/** The title of the browser tab, so that a long upload can be followed from another tab. */
export function uploadTitle({ batch, isSending }: Pick<Progress, 'batch' | 'isSending'>): string {
  const { total, stored } = countOf(batch)
  return isSending || stored > 0 ? `${stored} of ${total} · Upload files` : 'Upload files'
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

/** `28 stored, 72 not sent`; files that failed are counted separately. */
function tallyText(batch: Batch): string {
  const { total, stored, failed } = countOf(batch)
  const unsent = total - stored - failed
  return [
    `${stored} stored`,
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ')
}

function bytesOf(batch: Batch): number {
  return batch.reduce((sum, { file }) => sum + file.size, 0)
}
