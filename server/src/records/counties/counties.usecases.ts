import { COUNTY_NAME_TAKEN, COUNTY_NUMBER_TAKEN } from '@portal/contract/counties/counties.ts'
import { UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { recordAudit } from '../audit/record.ts'
import { refusingDuplicates } from '../../engines/http/unique-violation.ts'
import { failure } from '../../engines/http/errors.ts'
import type { ActorContext } from '../access/context.ts'
import {
  readContacts,
  readCountyName,
  readCountyNumber,
  readEmailAddress,
  readEmailDomain,
  readQuestionPoints,
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
import { replacePoints } from './question-points.repository.ts'
import { defineError } from '@portal/contract/error.ts'

// Messages for the terminal. Messages that the screens also show are in the contract.

const ENTRY_MISSING = defineError({
  code: 'county.entry_missing',
  status: 400,
  sentence: "The county does not have '{entry}'.",
})

const NO_SUCH_COUNTY = defineError({
  code: 'county.not_named',
  status: 404,
  sentence: "There is no county '{named}'. 'county list' shows them.",
})

const duplicates = () => ({
  county_name_key: failure(COUNTY_NAME_TAKEN),
  county_name_folded: failure(COUNTY_NAME_TAKEN),
  county_number_key: failure(COUNTY_NUMBER_TAKEN),
})

export type CountyValues = {
  name: string
  /** In the state, three digits. */
  number: string | null
  emailDomains: readonly string[]
  emailAddresses: readonly string[]
  contacts?: string
  /** Undefined leaves them as they are. */
  questionPoints?: readonly string[] | undefined
}

/**
 * Adds a county.
 * @throws PortalError 400 for an invalid value, 409 if another county has the name or number.
 */
export async function addCounty(context: ActorContext, input: CountyValues): Promise<CountyRecord> {
  const values = { points: [], ...readValues(input) }
  const { database, clock } = context
  return refusingDuplicates(duplicates(), () =>
    database.kysely.transaction().execute(async (transaction) => {
      const id = await insertCounty(transaction, { ...values, createdAt: clock.now() })
      await replaceAllowedEmails(transaction, id, values)
      await replacePoints(transaction, id, values.points)
      const record = toCountyRecord({ ...values, id, closedAt: null })
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

type ReadValues = Omit<CountyRow, 'id' | 'closedAt' | 'points'> & Partial<Pick<CountyRow, 'points'>>

function readValues(input: CountyValues): ReadValues {
  return {
    name: readCountyName(input.name),
    number: input.number === null ? null : readCountyNumber(input.number),
    domains: distinct(input.emailDomains.map(readEmailDomain)),
    addresses: distinct(input.emailAddresses.map(readEmailAddress)),
    contacts: readContacts(input.contacts ?? ''),
    ...(input.questionPoints && { points: readQuestionPoints(input.questionPoints) }),
  }
}

/** An omitted value stays unchanged. */
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
 * @throws PortalError 400, 404 for an unknown county, 409 if another county has the name or number.
 */
export async function changeCounty(
  context: ActorContext,
  idOrName: string,
  change: CountyChange,
): Promise<CountyRecord> {
  const { id } = await requireCounty(context, idOrName)
  return editCounty(context, id, (before) => ({ action: 'county.changed', after: changed(before, change) }))
}

/**
 * Sets a county to these values.
 * @throws PortalError 400, 404 for an unknown county, 409 if another county has the name or number, and what `look`
 * throws for the current county, which then stays unchanged.
 */
export async function saveCounty(
  context: ActorContext,
  countyId: number,
  { look, ...values }: CountyValues & { look: (before: CountyRow) => void },
): Promise<CountyRecord> {
  const wanted = readValues(values)
  return editCounty(context, countyId, (before) => {
    look(before)
    const after = { ...before, ...wanted }
    const isSame = JSON.stringify(toCountyRecord(before)) === JSON.stringify(toCountyRecord(after))
    return isSame ? null : { action: 'county.changed', after }
  })
}

/**
 * Closes or reopens a county. Setting the current state is not a change.
 * @throws PortalError 404 for an unknown county, and what `look` throws for the current county.
 */
export async function setCountyClosed(
  context: ActorContext,
  countyId: number,
  { isClosed, look = () => {} }: { isClosed: boolean; look?: (before: CountyRow) => void },
): Promise<CountyRecord> {
  return editCounty(context, countyId, (before) => {
    look(before)
    if ((before.closedAt !== null) === isClosed) return null
    return isClosed
      ? { action: 'county.closed', after: { ...before, closedAt: context.clock.now() } }
      : { action: 'county.opened', after: { ...before, closedAt: null } }
  })
}

type Edit = { action: 'county.changed' | 'county.closed' | 'county.opened'; after: CountyRow } | null

/** Locks the county while the change is decided. Null leaves it unchanged. */
async function editCounty(
  context: ActorContext,
  id: number,
  edit: (before: CountyRow) => Edit,
): Promise<CountyRecord> {
  return refusingDuplicates(duplicates(), () =>
    context.database.kysely.transaction().execute(async (transaction) => {
      await lockCounty(transaction, id)
      const before = await findCounty(transaction, id)
      if (!before) throw failure(UNKNOWN_COUNTY)
      const was = toCountyRecord(before)
      const edited = edit(before)
      if (edited === null) return was
      const { action, after } = edited
      await updateCounty(transaction, after)
      await replaceAllowedEmails(transaction, id, after)
      await replacePoints(transaction, id, after.points)
      const is = toCountyRecord(after)
      await recordAudit(transaction, context, {
        action,
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
    ...county,
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

/** In the order in which the database returns them. */
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
 * The county in `--county`, by id or by name, in any spelling.
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
