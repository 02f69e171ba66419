import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/document-errors.ts'
import type { Engines } from '../../../engines/engines.ts'
import { failure } from '../../../engines/http/errors.ts'
import { findScan } from './scan.repository.ts'

/**
 * Lets bytes out that nobody found a virus in: those of uploads that came while there was a scanner only once it found
 * them clean, whether or not there is one now.
 * @throws 503 for what waits, 409 for what is infected.
 */
export async function requireChecked(
  { database }: Pick<Engines, 'database'>,
  storageKey: string,
): Promise<void> {
  const scan = await findScan(database.kysely, storageKey)
  if (scan?.state === 'infected') {
    throw failure(INFECTED, scan.finding === null ? {} : { details: scan.finding })
  }
  if (scan?.state !== 'clean' && scan?.state !== 'none') throw failure(STILL_BEING_CHECKED)
}
