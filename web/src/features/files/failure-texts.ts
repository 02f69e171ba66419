import { deleteUpload, NOT_YOURS_TO_DELETE, uploadFile } from '@portal/contract/files.ts'
import { CallError } from '../../lib/call.ts'
import { failureDetails, type Batch, type UploadFailure } from './upload-batch.ts'

export const DELETED = 'File deleted successfully.'
const UNEXPECTED = 'Unexpected error occurred.'

/** Why a deletion failed, in the words of the error catalogue: the server's text first (specification, section 8). */
export function deleteFailureText(failure: unknown): string {
  if (!(failure instanceof CallError)) return deleteUpload.fallback
  if (failure.fromServer) return failure.message
  return failure.status === 403 ? NOT_YOURS_TO_DELETE : deleteUpload.fallback
}

/** Why a deletion answered 2xx is none, in the answer's own words where it has some; null where it is one. */
export function deletionProblem(answer: unknown): string | null {
  const { success, error } = Object(answer) as { success?: unknown; error?: unknown }
  if (success === true) return null
  return typeof error === 'string' && error.trim() !== '' ? error : UNEXPECTED
}

/** Stands at a file of which the server says nothing that the alert does not say. */
const NOT_STORED = 'This file was not stored.'

/** Why a file was not stored, in the server's words where it sent some. */
export function uploadFailure(failure: unknown): UploadFailure {
  if (!(failure instanceof CallError)) return { reason: NOT_STORED }
  const { fromServer, message, details } = failure
  return { reason: fromServer && message !== uploadFile.fallback ? message : NOT_STORED, details }
}

/** Most details that the alert of an upload speaks; the rows have them all. */
const SPOKEN = 3

/** Why an upload failed, in part or whole: the server's details, else the catalogue's text (specification, section 8). */
export function uploadAlert(batch: Batch): string {
  const details = failureDetails(batch)
  return details.length === 0 ? uploadFile.fallback : details.slice(0, SPOKEN).join(' ')
}

/** What stands at one file that was not stored: never the words of the alert once more. */
export function failureAtFile({ reason, details }: UploadFailure, batch: Batch): string {
  if (details !== undefined && failureDetails(batch).length > 1) return details
  return reason === uploadAlert(batch) ? NOT_STORED : reason
}
