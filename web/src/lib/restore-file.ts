import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { call, CallError } from './call.ts'

export const RESTORED = 'File restored successfully.'

/**
 * Restores a document from the recycle bin.
 * @throws CallError.
 */
export function takeFromBin(fileId: number) {
  return call(restoreFile, { params: { fileId } })
}

/** Why a document could not be restored: the server's text, or else the error catalog's (specification, section 8). */
export function restoreFailureText(failure: unknown): string {
  return failure instanceof CallError ? failure.message : restoreFile.fallback
}
