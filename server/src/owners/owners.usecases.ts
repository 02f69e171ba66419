import type { IncomingHttpHeaders } from 'node:http'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from '@portal/contract/lookups.ts'
import {
  appraisalYears,
  SELECT_COUNTY,
  SELECT_YEAR,
  yearNotOffered,
  type OwnerFileCounts,
} from '@portal/contract/owners.ts'
import type { Answered, Written } from '../http/answered.ts'
import { badRequest, forbidden, notFound } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { countFiles, type RollKey } from './owner-roll.repository.ts'
import { maySeeOwnersOf } from './owners.policy.ts'
import { rollAnswer, wantedShape } from './roll-answer.ts'

/** Has no owners: what a person without a county sees. */
const NO_COUNTY = 0

type Named = { appraisalYear?: number | undefined; countyId?: number | undefined }

/** The owners of a county and year, in the shape and encoding that the headers ask for. */
export async function listOwners(
  context: PersonContext,
  { headers, ...named }: Named & { headers: IncomingHttpHeaders },
): Promise<Answered<Written>> {
  const { database, ownerRolls } = context
  const countyId = (await namedCounty(context, named.countyId)) ?? countyOf(context)
  const key = { countyId, appraisalYear: offeredYear(context, named.appraisalYear) }
  const shape = wantedShape(headers.accept)
  const roll = await ownerRolls.read(database.kysely, key)
  const files = shape === 'columns' ? NO_FILES : await fileCounts(context, key)
  return rollAnswer(shape, { roll, files }, headers)
}

const NO_FILES: OwnerFileCounts = { OwnerNbr: [], FileCount: [] }

async function fileCounts({ database }: PersonContext, key: RollKey): Promise<OwnerFileCounts> {
  const { owners, counts } = await countFiles(database.kysely, key)
  return { OwnerNbr: owners, FileCount: counts }
}

/** The county that a person has without naming it. Throws 400 for an administrator, who has none. */
function countyOf({ person }: PersonContext): number {
  if (person.isAdmin) throw badRequest(SELECT_COUNTY)
  return person.countyId ?? NO_COUNTY
}

/** The county that is named, if one is. Throws 403 or 404 for one that the person may not see. */
export async function namedCounty(
  { dictionaries, person }: PersonContext,
  countyId: number | undefined,
): Promise<number | null> {
  if (countyId === undefined) return null
  if (!maySeeOwnersOf(person, countyId)) throw forbidden(OTHER_COUNTY)
  if (!(await dictionaries.names([countyId])).hasCounty(countyId)) throw notFound(UNKNOWN_COUNTY)
  return countyId
}

/** One of the years to choose from. Throws 400 for another, and for none. */
export function offeredYear({ settings }: PersonContext, year: number | undefined): number {
  if (year === undefined) throw badRequest(SELECT_YEAR)
  if (appraisalYears(settings.newestAppraisalYear).includes(year)) return year
  throw badRequest(yearNotOffered(settings.newestAppraisalYear))
}
