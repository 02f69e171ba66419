import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { call, CallError } from './call.ts'

export const RESTORED = 'File restored successfully.'

/**
 * Takes a document out of the recycle bin again.
 * @throws CallError.
 */
export function takeFromBin(fileId: number) {
  return call(restoreFile, { params: { fileId } })
}

/** Why a document stays in the bin: the server's text first, else that of the error catalogue (specification, section 8). */
export function restoreFailureText(failure: unknown): string {
  return failure instanceof CallError ? failure.message : restoreFile.fallback
}
