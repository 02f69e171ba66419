import { uploadFile } from '@portal/contract/files/files.ts'
import { FILE_INFECTED, FILE_INFECTED_NOT_STORED } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'
import { failureDetails, type Batch, type UploadFailure } from './upload-batch.ts'

/** Shown at a file about which the server says nothing beyond the alert. */
const NOT_STORED = 'This file was not stored.'

const INFECTED = new Set<string | undefined>([FILE_INFECTED.code, FILE_INFECTED_NOT_STORED.code])

/** Why a file was not stored, in the server's words where it sent some. */
export function uploadFailure(failure: unknown): UploadFailure {
  if (!(failure instanceof CallError)) return { reason: NOT_STORED }
  const { fromServer, message, details, code } = failure
  return { reason: fromServer ? message : NOT_STORED, details, isInfected: INFECTED.has(code) }
}

/** How many details the alert of an upload contains at most; the rows have them all. */
const MAX_ALERT_DETAILS = 3

/** Why an upload failed, in part or whole: the server's details, else the catalogue's text (specification, section 8). */
export function uploadAlert(batch: Batch): string {
  const details = failureDetails(batch)
  return details.length === 0 ? uploadFile.fallback : details.slice(0, MAX_ALERT_DETAILS).join(' ')
}

/** What to do about a file with a virus. */
const REMOVE_IT = 'Remove it, then send a clean copy.'

/** The text at one file that was not stored. */
export function failureAtFile(failure: UploadFailure, batch: Batch): string {
  const why = reasonAtFile(failure, batch)
  if (!failure.isInfected) return why
  // The reason says itself that it was refused, the details do not.
  return why === failure.reason ? `${why} ${REMOVE_IT}` : `${why} The file was refused. ${REMOVE_IT}`
}

/** Never the words of an alert again, but where several files have details, each has its own. */
function reasonAtFile({ reason, details }: UploadFailure, batch: Batch): string {
  if (details !== undefined && failureDetails(batch).length > 1) return details
  return [uploadAlert(batch), uploadFile.fallback].includes(reason) ? NOT_STORED : reason
}
