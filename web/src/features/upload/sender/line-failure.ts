import { OFFSET_MISMATCH, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { UPLOAD_INCOMPLETE } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'

/** What the server says of a request that broke off, or that the browser has sent once more by itself. */
const BROKEN = new Set<string>([UPLOAD_INCOMPLETE.code, TAKEN_OVER.code, OFFSET_MISMATCH.code])

/** Whether a request failed because of the line; a refusal has come through, whatever it says. */
export function isOfLine(failure: unknown): boolean {
  return !(failure instanceof CallError) || !failure.fromServer || BROKEN.has(failure.code ?? '')
}
