import { recordAudit } from '../audit/record.ts'
import type { CommandContext } from '../commands/command.ts'
import { refusingDuplicates } from '../database/unique-violation.ts'
import { badRequest, notFound } from '../http/errors.ts'
import type { World } from '../world.ts'
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
  insertCounty,
  lockCounty,
  readCounties,
  replaceAllowed,
  updateCounty,
  type CountyRow,
} from './counties.repository.ts'

type Acting = Pick<CommandContext, 'database' | 'clock' | 'actor'>

const DUPLICATES = {
  county_name_key: 'There is already a county of this name.',
  county_number_key: 'Another county has this number already.',
}

type NewCounty = {
  name: string
  /** In the state, three digits. */
  number: string | null
  emailDomains: readonly string[]
  emailAddresses: readonly string[]
}

/** Adds a county. Throws 400 for a value that is not valid, 409 for a name or number that another county has. */
export async function addCounty({ database, clock, actor }: Acting, input: NewCounty): Promise<CountyRecord> {
  const name = readCountyName(input.name)
  const number = input.number === null ? null : readCountyNumber(input.number)
  const domains = distinct(input.emailDomains.map(readEmailDomain))
  const addresses = distinct(input.emailAddresses.map(readEmailAddress))
  return refusingDuplicates(DUPLICATES, () =>
    database.kysely.transaction().execute(async (transaction) => {
      const id = await insertCounty(transaction, { name, number, createdAt: clock.now() })
      await replaceAllowed(transaction, id, { domains, addresses })
      const record = toCountyRecord({ id, name, number, domains, addresses })
      await recordAudit(transaction, { clock, actor }, { what: 'county added', countyId: id, after: record })
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

/** Changes a county. Throws 400, 404 for an unknown county, 409 for a name or number that another one has. */
export async function changeCounty(
  { database, clock, actor }: Acting,
  idOrName: string,
  change: CountyChange,
): Promise<CountyRecord> {
  const { id } = await existingCounty({ database }, idOrName)
  return refusingDuplicates(DUPLICATES, () =>
    database.kysely.transaction().execute(async (transaction) => {
      await lockCounty(transaction, id)
      const before = await findCounty(transaction, id)
      if (!before) throw unknownCounty(idOrName)
      const after = changed(before, change)
      await updateCounty(transaction, id, { name: after.name, number: after.number })
      await replaceAllowed(transaction, id, after)
      const [was, is] = [toCountyRecord(before), toCountyRecord(after)]
      await recordAudit(
        transaction,
        { clock, actor },
        { what: 'county changed', countyId: id, before: was, after: is },
      )
      return is
    }),
  )
}

function changed(county: CountyRow, change: CountyChange): CountyRow {
  return {
    id: county.id,
    name: change.name === undefined ? county.name : readCountyName(change.name),
    number: change.number === undefined ? county.number : readCountyNumber(change.number),
    domains: withoutAndWith(county.domains, {
      remove: change.removeEmailDomains.map(readEmailDomain),
      add: change.emailDomains.map(readEmailDomain),
    }),
    addresses: withoutAndWith(county.addresses, {
      remove: change.removeEmailAddresses.map(readEmailAddress),
      add: change.emailAddresses.map(readEmailAddress),
    }),
  }
}

function withoutAndWith(
  list: readonly string[],
  { remove, add }: { remove: string[]; add: string[] },
): string[] {
  const missing = remove.find((entry) => !list.includes(entry))
  if (missing !== undefined) throw badRequest(`The county does not have '${missing}'.`)
  return distinct([...list.filter((entry) => !remove.includes(entry)), ...add])
}

/** In the order that the database answers them. */
function distinct(entries: readonly string[]): string[] {
  return [...new Set(entries)].sort()
}

/** All counties by name. */
export async function listCountyRecords({ database }: Pick<World, 'database'>): Promise<CountyRecord[]> {
  return (await readCounties(database.kysely)).map(toCountyRecord)
}

/** The county that `--county` names, by id or exact name. Throws 404 with a line for the terminal. */
export async function existingCounty(
  { database }: Pick<World, 'database'>,
  idOrName: string,
): Promise<CountyRow> {
  const county = await findCountyByIdOrName(database.kysely, idOrName.trim())
  if (!county) throw unknownCounty(idOrName)
  return county
}

function unknownCounty(idOrName: string) {
  return notFound(`There is no county '${idOrName.trim()}'. 'county list' shows them.`)
}
