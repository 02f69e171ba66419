import { recordAudit } from '../audit/record.ts'
import { refusingDuplicates } from '../../engines/http/unique-violation.ts'
import { failure } from '../../engines/http/errors.ts'
import type { ActorContext } from '../access/context.ts'
import { COUNTY_NAME_TAKEN, COUNTY_NUMBER_TAKEN, ENTRY_MISSING, NO_SUCH_COUNTY } from './counties.errors.ts'
import {
  readCountyName,
  readCountyNumber,
  readEmailAddress,
  readEmailDomain,
  toCountyRecord,
  type CountyRecord,
} from './counties.models.ts'
import {
  findCounty,
  findCountyByIdOrName,
  findCountyByName,
  insertCounty,
  lockCounty,
  readCounties,
  replaceAllowedEmails,
  updateCounty,
  type CountyRow,
} from './counties.repository.ts'

const duplicates = () => ({
  county_name_key: failure(COUNTY_NAME_TAKEN),
  county_name_folded: failure(COUNTY_NAME_TAKEN),
  county_number_key: failure(COUNTY_NUMBER_TAKEN),
})

type NewCounty = {
  name: string
  /** In the state, three digits. */
  number: string | null
  emailDomains: readonly string[]
  emailAddresses: readonly string[]
}

/**
 * Adds a county.
 * @throws PortalError 400 for a value that is not valid, 409 for a name or number that another county has.
 */
export async function addCounty(context: ActorContext, input: NewCounty): Promise<CountyRecord> {
  const name = readCountyName(input.name)
  const number = input.number === null ? null : readCountyNumber(input.number)
  const domains = distinct(input.emailDomains.map(readEmailDomain))
  const addresses = distinct(input.emailAddresses.map(readEmailAddress))
  const { database, clock } = context
  return refusingDuplicates(duplicates(), () =>
    database.kysely.transaction().execute(async (transaction) => {
      const id = await insertCounty(transaction, { name, number, createdAt: clock.now() })
      await replaceAllowedEmails(transaction, id, { domains, addresses })
      const record = toCountyRecord({ id, name, number, domains, addresses })
      await recordAudit(transaction, context, {
        action: 'county.added',
        subject: { kind: 'county', id },
        countyId: id,
        after: record,
      })
      return record
    }),
  )
}

/** What is not given stays. */
export type CountyChange = {
  name?: string | undefined
  number?: string | undefined
  emailDomains: readonly string[]
  emailAddresses: readonly string[]
  removeEmailDomains: readonly string[]
  removeEmailAddresses: readonly string[]
}

/**
 * Changes a county.
 * @throws PortalError 400, 404 for an unknown county, 409 for a name or number that another one has.
 */
export async function changeCounty(
  context: ActorContext,
  idOrName: string,
  change: CountyChange,
): Promise<CountyRecord> {
  const { database } = context
  const { id } = await requireCounty(context, idOrName)
  return refusingDuplicates(duplicates(), () =>
    database.kysely.transaction().execute(async (transaction) => {
      await lockCounty(transaction, id)
      const before = await findCounty(transaction, id)
      if (!before) throw unknownCounty(idOrName)
      const after = changed(before, change)
      await updateCounty(transaction, id, { name: after.name, number: after.number })
      await replaceAllowedEmails(transaction, id, after)
      const [was, is] = [toCountyRecord(before), toCountyRecord(after)]
      await recordAudit(transaction, context, {
        action: 'county.changed',
        subject: { kind: 'county', id },
        countyId: id,
        before: was,
        after: is,
      })
      return is
    }),
  )
}

function changed(county: CountyRow, change: CountyChange): CountyRow {
  return {
    id: county.id,
    name: change.name === undefined ? county.name : readCountyName(change.name),
    number: change.number === undefined ? county.number : readCountyNumber(change.number),
    domains: updatedList(county.domains, {
      remove: change.removeEmailDomains.map(readEmailDomain),
      add: change.emailDomains.map(readEmailDomain),
    }),
    addresses: updatedList(county.addresses, {
      remove: change.removeEmailAddresses.map(readEmailAddress),
      add: change.emailAddresses.map(readEmailAddress),
    }),
  }
}

function updatedList(
  list: readonly string[],
  { remove, add }: { remove: string[]; add: string[] },
): string[] {
  const missing = remove.find((entry) => !list.includes(entry))
  if (missing !== undefined) throw failure(ENTRY_MISSING, { values: { entry: missing } })
  return distinct([...list.filter((entry) => !remove.includes(entry)), ...add])
}

/** In the order that the database returns them. */
function distinct(entries: readonly string[]): string[] {
  return [...new Set(entries)].sort()
}

/** All counties by name. */
export async function listCountyRecords({
  database,
}: Pick<ActorContext, 'database'>): Promise<CountyRecord[]> {
  return (await readCounties(database.kysely)).map(toCountyRecord)
}

/**
 * The county that `--county` names, by id or by name, however that is written.
 * @throws PortalError 404 with a line for the terminal.
 */
export async function requireCounty(
  { database }: Pick<ActorContext, 'database'>,
  idOrName: string,
): Promise<CountyRow> {
  const named = idOrName.trim()
  const county =
    (await findCountyByIdOrName(database.kysely, named)) ?? (await findCountyByName(database.kysely, named))
  if (!county) throw unknownCounty(idOrName)
  return county
}

function unknownCounty(idOrName: string) {
  return failure(NO_SUCH_COUNTY, { values: { named: idOrName.trim() } })
}
