import type { IncomingHttpHeaders } from 'node:http'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import {
  appraisalYears,
  SELECT_COUNTY,
  SELECT_YEAR,
  YEAR_NOT_OFFERED,
  type OwnerFileCounts,
} from '@portal/contract/owners/owners.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { countFilesOfOwners } from '../../records/documents/counts/counts.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import type { RollKey } from '../../records/parties/owner-values/owner-roll.repository.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import { rollResponse, wantedShape } from './roll-response.ts'

/** Has no owners. A person without a county sees this one. */
const NO_COUNTY = 0

type RollQuery = { appraisalYear?: number | undefined; countyId?: number | undefined }

/** The owners of a county and year, in the format and encoding that the headers request. */
export async function listOwners(
  context: PersonContext,
  { headers, ...named }: RollQuery & { headers: IncomingHttpHeaders },
): Promise<CallResult<RawBody>> {
  const { database, ownerRolls } = context
  const key = await requireRollKey(context, named)
  const shape = wantedShape(headers.accept)
  const roll = await ownerRolls.read(database, key)
  const files = shape === 'columns' ? NO_FILES : await fileCounts(context, key)
  return rollResponse(shape, { rowsJson: ownerRolls.rowsJson, roll, files }, headers)
}

/**
 * The roll that a call names.
 * @throws PortalError 400 for a year that is not offered, or without a county; 403 or 404 for one of others.
 */
export async function requireRollKey(context: PersonContext, named: RollQuery): Promise<RollKey> {
  const countyId = (await requireVisibleCounty(context, named.countyId)) ?? requireOwnCounty(context)
  return { countyId, appraisalYear: requireOfferedYear(context, named.appraisalYear) }
}

const NO_FILES: OwnerFileCounts = { OwnerNbr: [], FileCount: [] }

async function fileCounts({ database }: PersonContext, key: RollKey): Promise<OwnerFileCounts> {
  const { owners, counts } = await countFilesOfOwners(database.kysely, key)
  return { OwnerNbr: owners, FileCount: counts }
}

/**
 * The person's own county, if the call names none.
 * @throws PortalError 400 for an administrator, who sees all.
 */
function requireOwnCounty({ actor: { person } }: PersonContext): number {
  if (person.counties === 'all') throw failure(SELECT_COUNTY)
  return person.ownCounty?.id ?? NO_COUNTY
}

/**
 * The requested county, if any.
 * @throws PortalError 403 or 404 if the person may not see it.
 */
export async function requireVisibleCounty(
  { dictionaries, actor: { person } }: PersonContext,
  countyId: number | undefined,
): Promise<number | null> {
  if (countyId === undefined) return null
  if (!maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
  if (!(await dictionaries.names([countyId])).hasCounty(countyId)) throw failure(UNKNOWN_COUNTY)
  return countyId
}

/**
 * Returns the year if it is one of the offered ones.
 * @throws PortalError 400 for another year, or for none.
 */
export function requireOfferedYear({ settings }: PersonContext, year: number | undefined): number {
  if (year === undefined) throw failure(SELECT_YEAR)
  const offered = appraisalYears(settings.newestAppraisalYear)
  if (offered.includes(year)) return year
  throw failure(YEAR_NOT_OFFERED, { values: { oldest: Math.min(...offered), newest: Math.max(...offered) } })
}
