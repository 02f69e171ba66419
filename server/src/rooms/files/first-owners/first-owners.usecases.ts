import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listFirstOwners } from '@portal/contract/files/first-owners.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import { findFirstOwners } from './first-owners.repository.ts'

/** Returns the first owner of each of these documents that the caller may see. `ids` are separated by commas. */
export async function firstOwnersOf(
  { database, actor: { person } }: PersonContext,
  ids: string,
): Promise<ResultOf<typeof listFirstOwners>> {
  const fileIds = ids.split(',').map(Number)
  const rows = await findFirstOwners(database.kysely, { fileIds, scope: countyScope(person) })
  return {
    files: rows.map(({ fileId, name, partyNumber, count }) => ({
      FileID: fileId,
      OwnerName: name,
      OwnerNbr: partyNumber,
      OwnerCount: count,
    })),
  }
}
