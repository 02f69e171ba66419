import { deleteUpload, DELETE_FORBIDDEN } from '@portal/contract/files/files.ts'
import { CallError } from '../../lib/call.ts'
import { failedBy } from '../../lib/failed-by.ts'
import type { DeletionAnswer } from '../../lib/files.wire.ts'

export const DELETED = 'File deleted successfully.'
const UNEXPECTED = 'Unexpected error occurred.'

/** Why a deletion failed, in the words of the error catalogue: the server's text first (specification, section 8). */
export function deleteFailureText(failure: unknown): string {
  if (!(failure instanceof CallError)) return deleteUpload.fallback
  if (failure.fromServer) return failure.message
  return failedBy(failure, DELETE_FORBIDDEN) ? DELETE_FORBIDDEN.sentence : deleteUpload.fallback
}

/**
 * Why a deletion that was answered with 2xx has not happened, in the answer's own words where it has any; null where it
 * has.
 */
export function deletionProblem({ isDone, error }: DeletionAnswer): string | null {
  return isDone ? null : (error ?? UNEXPECTED)
}
