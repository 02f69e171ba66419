import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Scan, ScanState } from './scan.repository.ts'

/** The scan states of bytes that people may read, and of bytes that a scan blocks. */
export const READABLE_STATES: readonly ScanState[] = ['none', 'clean']
export const BLOCKED_STATES: readonly ScanState[] = ['pending', 'infected']

/**
 * Allows bytes to be sent unless a scan blocks them. Uploads that came while there was a scanner must be found clean
 * first, even if there is no scanner now. `scan` is undefined if the database does not know the bytes.
 * @throws 503 for bytes that wait for a scan, 409 for infected ones.
 */
export function requireChecked(scan: Scan | undefined): void {
  if (scan?.state === 'infected') {
    throw failure(INFECTED, scan.finding === null ? {} : { details: scan.finding })
  }
  if (!scan || !READABLE_STATES.includes(scan.state)) throw failure(STILL_BEING_CHECKED)
}
