import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Scan } from './scan.repository.ts'

/**
 * Lets bytes out that nobody found a virus in: those of uploads that came while there was a scanner only once it found
 * them clean, whether or not there is one now. `scan` is undefined where the database does not know the bytes.
 * @throws 503 for what waits, 409 for what is infected.
 */
export function requireChecked(scan: Scan | undefined): void {
  if (scan?.state === 'infected') {
    throw failure(INFECTED, scan.finding === null ? {} : { details: scan.finding })
  }
  if (scan?.state !== 'clean' && scan?.state !== 'none') throw failure(STILL_BEING_CHECKED)
}
