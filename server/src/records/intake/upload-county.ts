import { UPLOAD_COUNTY_CLOSED } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { mayUploadFor } from '../access/county.policy.ts'
import type { Person } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import { isClosed } from '../counties/counties.repository.ts'

/**
 * Checks again, after the bytes have arrived, that the sender may upload for the county with which the upload started.
 * @throws PortalError 403 for a sender whose counties changed meanwhile.
 */
export function requireUploadFor(sender: Pick<Person, 'counties'>, countyId: number | null): void {
  const refusal = mayUploadFor(sender, countyId)
  if (refusal) throw failure(refusal)
}

/**
 * Rejects an upload for a closed county before its bytes arrive. The transaction that records the document checks
 * again.
 * @throws PortalError 409.
 */
export async function requireOpenCounty(
  { database }: Pick<ActorContext, 'database'>,
  countyId: number | null,
): Promise<void> {
  if (countyId !== null && (await isClosed(database.kysely, countyId))) throw failure(UPLOAD_COUNTY_CLOSED)
}
