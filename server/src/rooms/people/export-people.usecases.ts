import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type {
  exportPeople as exportPeopleCall,
  PeopleExportColumn,
} from '@portal/contract/people/export-people.ts'
import type { Person, PersonState } from '@portal/contract/people/people.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { exportList, pagesAfter, type ListColumn } from '../../records/exports/export-list.ts'
import { placeOf } from './list-people.usecases.ts'
import { toPerson, viewerOf } from './people.models.ts'
import { countPeople, readPeople, type PersonRow } from './people.repository.ts'

type Query = QueryOf<typeof exportPeopleCall>

/** As the screen names them. */
const STATES: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}

const COLUMNS: Readonly<Record<PeopleExportColumn, ListColumn<Person>>> = {
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
  { format, columns, order, method, ...asked }: Query & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const { countyId, search, role, state, secondFactor } = asked
  const { person } = context.actor
  const by = order ?? 'address'
  if (countyId !== undefined && !maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
  const names = await context.dictionaries.names(countyId === undefined ? [] : [countyId])
  const county = countyId === undefined ? null : { id: countyId, name: names.countyName(countyId) ?? '' }
  const filter = { ...asked, seenIn: person.counties, rule: context.settings }
  const viewer = viewerOf(context, person)
  return exportList(context, {
    list: 'people',
    title: 'People',
    format,
    method,
    county,
    columns: COLUMNS,
    keys: columns,
    filters: [
      ['Search', search],
      ['County', county?.name],
      ['Role', role && ROLE_NAMES[role]],
      ['Status', state && STATES[state]],
      ['Two-step verification', secondFactor],
      ['Order', order],
    ],
    right: 'people.manage',
    count: (transaction) => countPeople(transaction, filter),
    pages: (transaction) =>
      pagesAfter(
        (last: PersonRow | null, atMost) =>
          readPeople(transaction, filter, {
            order: by,
            from: last && { place: placeOf(last, by), way: 'after' },
            atMost,
          }),
        (rows) => rows.map((row) => toPerson(row, viewer)),
      ),
  })
}

function onOrOff(is: boolean): string {
  return is ? 'On' : 'Off'
}
