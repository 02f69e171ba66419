import { MAX_PARTY_NUMBERS } from '@portal/contract/limits.ts'
import { listOrganizations } from '@portal/contract/lookups/lookups.ts'
import { call } from '../../../lib/call.ts'
import { readOrganizations } from '../../../lib/lookups.wire.ts'
import type { Party } from '../../../lib/parties.ts'

type SearchedFile = {
  /** Null searches the county the user currently works for, or all counties for an administrator. */
  readonly countyId: number | null
  readonly numbers: readonly number[]
}

/**
 * Loads the organizations with these numbers, a few per request.
 * @throws CallError.
 */
export async function partiesByNumber(
  { countyId, numbers }: SearchedFile,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, Party>> {
  const found = new Map<number, Party>()
  for (let from = 0; from < numbers.length; from += MAX_PARTY_NUMBERS) {
    const some = numbers.slice(from, from + MAX_PARTY_NUMBERS)
    const county = countyId !== null && { county: String(countyId) }
    const query = { ...county, partyNumbers: some, facts: 'roll' as const }
    // One request at a time: speed does not matter here, and the server has other requests to serve.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await call(listOrganizations, { query, signal })
    for (const party of readOrganizations(answer)) found.set(party.number, party)
  }
  return found
}
