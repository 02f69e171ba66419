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

/** Why a file was not stored: the server's details, else its error, else the catalogue's text. */
function uploadFailureText(failure: unknown): string {
  if (!(failure instanceof CallError)) return uploadFile.fallback
  return failure.details ?? (failure.fromServer ? failure.message : uploadFile.fallback)
}

/** What is said of a file that was not stored, and what of the whole upload. */
export function uploadFailure(failure: unknown): UploadFailure {
  const details = failure instanceof CallError ? failure.details : undefined
  return { reason: uploadFailureText(failure), details }
}

/** Most details that the alert of an upload speaks; the rows have them all. */
const SPOKEN = 3

/** Why an upload failed, in part or whole: the server's details, else the catalogue's text (specification, section 8). */
export function uploadAlert(batch: Batch): string {
  const details = failureDetails(batch)
  return details.length === 0 ? uploadFile.fallback : details.slice(0, SPOKEN).join(' ')
}
