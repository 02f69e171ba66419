import { uploadFile } from '@portal/contract/files/files.ts'
import { FILE_INFECTED, FILE_INFECTED_NOT_STORED } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'
import type { UploadFailure } from './upload-state.ts'

/** Shown at a file for which the server gives no reason beyond the alert. */
const NOT_STORED = 'This file was not stored.'

const INFECTED = new Set<string | undefined>([FILE_INFECTED.code, FILE_INFECTED_NOT_STORED.code])

/** Why a file was not stored, in the server's words if it sent any. */
export function uploadFailure(failure: unknown): UploadFailure {
  if (!(failure instanceof CallError)) return { reason: NOT_STORED }
  const { fromServer, message, details, code } = failure
  return { reason: fromServer ? message : NOT_STORED, details, isInfected: INFECTED.has(code) }
}

/** Why an upload failed: the server's details, else the catalogue's text (specification, section 8). */
export function uploadAlert({ details }: UploadFailure): string {
  return details ?? uploadFile.fallback
}

/** What to do about an infected file. */
const REMOVE_IT = 'Remove it, then send a clean copy.'

/** The text shown at a file that was not stored. Never repeats the alert's words. */
export function failureAtFile(failure: UploadFailure): string {
  const { reason, isInfected } = failure
  const why = [uploadAlert(failure), uploadFile.fallback].includes(reason) ? NOT_STORED : reason
  if (!isInfected) return why
  // The reason already says that the file was refused.
  return why === reason ? `${why} ${REMOVE_IT}` : `${why} The file was refused. ${REMOVE_IT}`
}
