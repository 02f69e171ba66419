import { OFFSET_MISMATCH, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { UPLOAD_INCOMPLETE } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'

/** The server's codes for a request that broke off, or that the browser repeated by itself. */
const BROKEN = new Set<string>([UPLOAD_INCOMPLETE.code, TAKEN_OVER.code, OFFSET_MISMATCH.code])

/**
 * Whether a request failed because of the connection. Any other rejection by the server means that the request arrived.
 */
export function isOfLine(failure: unknown): boolean {
  return !(failure instanceof CallError) || !failure.fromServer || BROKEN.has(failure.code ?? '')
}
