import { uploadFile } from '@portal/contract/files/files.ts'
import { FILE_INFECTED, FILE_INFECTED_NOT_STORED } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'
import { failureDetails, type Batch, type UploadFailure } from './upload-batch.ts'

/** Shown at a file for which the server gives no reason beyond the alert. */
const NOT_STORED = 'This file was not stored.'

const INFECTED = new Set<string | undefined>([FILE_INFECTED.code, FILE_INFECTED_NOT_STORED.code])

/** Why a file was not stored, in the server's words if it sent any. */
export function uploadFailure(failure: unknown): UploadFailure {
  if (!(failure instanceof CallError)) return { reason: NOT_STORED }
  const { fromServer, message, details, code } = failure
  return { reason: fromServer ? message : NOT_STORED, details, isInfected: INFECTED.has(code) }
}

/** The most details that an upload's alert contains; the rows show all of them. */
const MAX_ALERT_DETAILS = 3

/**
 * Why an upload failed, partly or fully: the server's details, else the catalogue's text (specification, section 8).
 */
export function uploadAlert(batch: Batch): string {
  const details = failureDetails(batch)
  return details.length === 0 ? uploadFile.fallback : details.slice(0, MAX_ALERT_DETAILS).join(' ')
}

/** What to do about an infected file. */
const REMOVE_IT = 'Remove it, then send a clean copy.'

/** The text shown at one file that was not stored. */
export function failureAtFile(failure: UploadFailure, batch: Batch): string {
  const why = reasonAtFile(failure, batch)
  if (!failure.isInfected) return why
  // The reason already says that the file was refused; the details do not.
  return why === failure.reason ? `${why} ${REMOVE_IT}` : `${why} The file was refused. ${REMOVE_IT}`
}

/** Never repeats the alert's words. If several files have details, each file shows its own. */
function reasonAtFile({ reason, details }: UploadFailure, batch: Batch): string {
  if (details !== undefined && failureDetails(batch).length > 1) return details
  return [uploadAlert(batch), uploadFile.fallback].includes(reason) ? NOT_STORED : reason
}
