import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import {
  PEOPLE_EXPORT_COLUMNS,
  type exportPeople as exportPeopleCall,
  type PeopleExportColumn,
} from '@portal/contract/people/export-people.ts'
import type { Person, PersonState } from '@portal/contract/people/people.ts'
import { openSnapshot } from '../../engines/database/open-snapshot.ts'
import type { Cell, ExportColumn } from '../../engines/exports/export-table.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { sendExport, type OpenedRows } from '../../records/exports/send-export.ts'
import { placeOf } from './list-people.usecases.ts'
import { toPerson, viewerOf } from './people.models.ts'
import { countPeople, readPeople, type PeopleFilter, type PeoplePageRequest } from './people.repository.ts'

type Query = QueryOf<typeof exportPeopleCall>
type PeopleColumn = ExportColumn & { readonly cell: (person: Person) => Cell }

const PORTION = 500

/** As the screen names them. */
const STATES: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}

const COLUMNS: Readonly<Record<PeopleExportColumn, PeopleColumn>> = {
  email: { title: 'E-mail', kind: 'text', width: 34, cell: ({ email }) => email },
  name: { title: 'Name', kind: 'text', cell: ({ name }) => name },
  role: { title: 'Role', kind: 'text', width: 16, cell: ({ role }) => ROLE_NAMES[role] },
  counties: {
    title: 'Counties',
    kind: 'text',
    width: 36,
    cell: ({ counties }) => counties.map(({ Name }) => Name).join('; '),
  },
  state: { title: 'Status', kind: 'text', width: 12, cell: ({ state }) => STATES[state] },
  secondFactor: {
    title: 'Codes',
    kind: 'text',
    width: 12,
    cell: ({ secondFactor }) => onOrOff(secondFactor === 'on'),
  },
  passkey: {
    title: 'Passkey',
    kind: 'text',
    width: 12,
    cell: ({ hasPasskey }) => onOrOff(hasPasskey),
  },
  lastSignIn: { title: 'Last sign-in', kind: 'moment', cell: ({ lastSignedInAt }) => lastSignedInAt },
  added: { title: 'Added', kind: 'moment', cell: ({ addedAt }) => addedAt },
}

/**
 * The people of the list with its filters and its order, as a file.
 * @throws PortalError 403 if the county is not one of the caller's; and as `sendExport`.
 */
export async function exportPeople(
  context: PersonContext,
  {
    format,
    columns = [...PEOPLE_EXPORT_COLUMNS],
    order,
    method,
    ...asked
  }: Query & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const { countyId, search, role, state, secondFactor } = asked
  const { person } = context.actor
  if (countyId !== undefined && !maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
  const names = await context.dictionaries.names(countyId === undefined ? [] : [countyId])
  const county = countyId === undefined ? null : { id: countyId, name: names.countyName(countyId) ?? '' }
  const chosen = columns.map((key) => COLUMNS[key])
  const filters = [
    ['Search', search],
    ['County', county?.name],
    ['Role', role && ROLE_NAMES[role]],
    ['Status', state && STATES[state]],
    ['Two-step verification', secondFactor],
    ['Order', order],
  ] as const
  return sendExport(context, {
    list: 'people',
    title: 'People',
    format,
    method,
    county,
    keys: columns,
    columns: chosen,
    filters: filters.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const])),
    right: 'people.manage',
    open: () =>
      openPeople(context, {
        filter: { ...asked, seenIn: person.counties, rule: context.settings },
        order: order ?? 'address',
        toCells: (row) => chosen.map(({ cell }) => cell(row)),
      }),
  })
}

function onOrOff(is: boolean): string {
  return is ? 'On' : 'Off'
}

type PeopleRows = Pick<PeoplePageRequest, 'order'> & {
  readonly filter: PeopleFilter
  readonly toCells: (person: Person) => readonly Cell[]
}

/** The rows of one moment. */
async function openPeople(
  context: PersonContext,
  { filter, order, toCells }: PeopleRows,
): Promise<OpenedRows> {
  const { transaction, close } = await openSnapshot(context.database.kysely)
  const viewer = viewerOf(context, context.actor.person)
  async function* portions() {
    let from: PeoplePageRequest['from'] = null
    for (;;) {
      const rows = await readPeople(transaction, filter, { order, from, atMost: PORTION })
      const last = rows.at(-1)
      if (!last) break
      yield rows.map((row) => toCells(toPerson(row, viewer)))
      from = { place: placeOf(last, order), way: 'after' }
    }
    await close()
  }
  try {
    return { portions: portions(), total: await countPeople(transaction, filter), close }
  } catch (error) {
    await close()
    throw error
  }
}
