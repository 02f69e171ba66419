import { UPLOAD_COUNTY_CLOSED } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { mayUploadFor } from '../access/county.policy.ts'
import type { Person } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import { isClosed } from '../counties/counties.repository.ts'

/**
 * Checks again, once the bytes have come, that their sender may upload for the county that the upload began with.
 * @throws PortalError 403 for a sender who was moved meanwhile.
 */
export function requireUploadFor(sender: Pick<Person, 'counties'>, countyId: number | null): void {
  const refusal = mayUploadFor(sender, countyId)
  if (refusal) throw failure(refusal)
}

/**
 * Refuses an upload for a closed county before its bytes come. The transaction that records the document checks again.
 * @throws PortalError 409.
 */
export async function requireOpenCounty(
  { database }: Pick<ActorContext, 'database'>,
  countyId: number | null,
): Promise<void> {
  if (countyId !== null && (await isClosed(database.kysely, countyId))) throw failure(UPLOAD_COUNTY_CLOSED)
}
