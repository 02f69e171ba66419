import {
  COUNTY_CHANGED,
  type addManagedCounty,
  type listManagedCounties,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import type { BodyOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import type { CountyRow } from '../../records/counties/counties.repository.ts'
import { addCounty, saveCounty, setCountyClosed } from '../../records/counties/counties.usecases.ts'
import { readManagedCounties, type ManagedCountyRow } from './managed-counties.repository.ts'
import { createHash } from 'node:crypto'

type Values = BodyOf<typeof addManagedCounty>

/** A county and the versions that the caller may have seen. Undefined accepts any version: the last write wins. */
type Target = { readonly countyId: number; readonly ifMatch: readonly string[] | undefined }

/** Lists the filtered counties by name, without pages: there are a few hundred at most. */
export async function listCounties(
  { database }: PersonContext,
  query: QueryOf<typeof listManagedCounties>,
): Promise<ResultOf<typeof listManagedCounties>> {
  return { counties: (await readManagedCounties(database.kysely, query)).map(toManagedCounty) }
}

/** @throws PortalError as `addCounty` of the records; 429 after too many changes by one user. */
export async function add(context: PersonContext, values: Values): Promise<ManagedCounty> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'act on a county'))
  const { CountyID } = await addCounty(context, values)
  context.dictionaries.forget()
  return read(context, CountyID)
}

/** @throws PortalError as `saveCounty`; 409 with the current county if the caller saw another version. */
export async function save(context: PersonContext, { values, ...target }: Target & { values: Values }) {
  return orCurrent(context, target, async (look) => {
    await saveCounty(context, target.countyId, { ...values, look })
    context.dictionaries.forget()
  })
}

/** @throws PortalError 404 for an unknown county; 409 with the current county if the caller saw another version. */
export async function setClosed(
  context: PersonContext,
  { isClosed, ...target }: Target & { isClosed: boolean },
) {
  return orCurrent(context, target, (look) => setCountyClosed(context, target.countyId, { isClosed, look }))
}

class SeenBefore extends Error {}

async function orCurrent(
  context: PersonContext,
  { countyId, ifMatch }: Target,
  change: (look: (before: CountyRow) => void) => Promise<unknown>,
): Promise<ManagedCounty> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'act on a county'))
  try {
    await change((before) => {
      if (ifMatch?.includes(versionOf(before)) === false) throw new SeenBefore()
    })
  } catch (error) {
    if (!(error instanceof SeenBefore)) throw error
    throw failure(COUNTY_CHANGED, { current: await read(context, countyId) })
  }
  return read(context, countyId)
}

async function read({ database }: PersonContext, id: number): Promise<ManagedCounty> {
  const [row] = await readManagedCounties(database.kysely, { id })
  if (!row) throw failure(UNKNOWN_COUNTY)
  return toManagedCounty(row)
}

function toManagedCounty(row: ManagedCountyRow): ManagedCounty {
  return {
    CountyID: row.id,
    Name: row.name,
    number: row.number,
    emailDomains: row.domains,
    emailAddresses: row.addresses,
    contacts: row.contacts,
    questionPoints: row.points,
    state: row.closedAt === null ? 'open' : 'closed',
    closedAt: row.closedAt?.toISOString() ?? null,
    people: row.people,
    documents: row.documents,
    version: versionOf(row),
  }
}

/** The version covers every field that can be changed here. */
function versionOf({ name, number, domains, addresses, contacts, points, closedAt }: CountyRow): string {
  const facts = [name, number, domains, addresses, contacts, points, closedAt?.toISOString() ?? null]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
