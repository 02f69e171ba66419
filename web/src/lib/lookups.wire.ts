import type { Agent, County, LookupItem, Organization } from '@portal/contract/lookups/lookups.ts'
import type { Party } from './parties.ts'
import { rowsOf } from './wire.ts'

/** Reads categories, types and relation types; other fields of a row are ignored. */
export function readNamed(answer: readonly LookupItem[]): readonly LookupItem[] {
  return rowsOf(answer).map(({ ID, Name }) => ({ ID: ID ?? 0, Name: Name ?? '' }))
}

/** Reads counties. A county's name has either of the specification's two spellings (section 3). */
export function readCounties(
  answer: readonly (County & { readonly CountyName?: string })[],
): readonly County[] {
  return rowsOf(answer).map(({ CountyID, Name, CountyName, isClosed }) => ({
    CountyID: CountyID ?? 0,
    Name: Name ?? CountyName ?? '',
    ...(isClosed && { isClosed }),
  }))
}

export function readOrganizations(answer: readonly Organization[]): Party[] {
  return rowsOf(answer).map(({ Id, OrganizationName, Name, isOnRoll }) => ({
    number: Id ?? 0,
    name: OrganizationName ?? '',
    note: Name ?? '',
    ...(isOnRoll && { isOnRoll }),
  }))
}

/** Reads agents. The specification's agents have no number, so they are linked by name and legacy code. */
export function readAgents(answer: readonly Agent[]): Party[] {
  return rowsOf(answer).map(({ AgentNbr, AgentName, LegacyCode, City, StateAbbreviation, OwnerCount }) => ({
    number: AgentNbr ?? 0,
    name: AgentName ?? '',
    note: LegacyCode ?? '',
    place: [City, StateAbbreviation].filter(Boolean).join(', '),
    ...(typeof OwnerCount === 'number' && { owners: OwnerCount }),
  }))
}
