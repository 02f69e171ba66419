import { MAX_PARTY_NUMBERS } from '@portal/contract/limits.ts'
import { listOrganizations } from '@portal/contract/lookups/lookups.ts'
import { call } from '../../../lib/call.ts'
import { readOrganizations } from '../../../lib/lookups.wire.ts'
import type { Party } from '../../../lib/parties.ts'

type SearchedFile = {
  /** Null asks the county that this person works for, or all of an administrator's. */
  readonly countyId: number | null
  readonly numbers: readonly number[]
}

/**
 * The organizations that have these numbers, asked for a few at a time.
 * @throws CallError.
 */
export async function partiesByNumber(
  { countyId, numbers }: SearchedFile,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, Party>> {
  const found = new Map<number, Party>()
  for (let from = 0; from < numbers.length; from += MAX_PARTY_NUMBERS) {
    const some = numbers.slice(from, from + MAX_PARTY_NUMBERS)
    const query = { ...(countyId !== null && { county: String(countyId) }), partyNumbers: some }
    // A few at a time: it is no matter of seconds, and the server has others to answer.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await call(listOrganizations, { query, signal })
    for (const party of readOrganizations(answer)) found.set(party.number, party)
  }
  return found
}
