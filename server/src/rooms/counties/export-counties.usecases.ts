import type { CountyState, exportCounties as exportCountiesCall } from '@portal/contract/counties/counties.ts'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import { exportList, type ListColumn } from '../../records/exports/export-list.ts'
import { readManagedCounties, type ManagedCountyRow } from './managed-counties.repository.ts'

/** As the screen names them. */
const STATES: Readonly<Record<CountyState, string>> = { open: 'Open', closed: 'Closed' }

const COLUMNS = {
  name: { title: 'Name', kind: 'text', cell: ({ name }) => name },
  number: { title: 'Number', kind: 'text', width: 10, cell: ({ number }) => number },
  state: {
    title: 'Status',
    kind: 'text',
    width: 10,
    cell: ({ closedAt }) => STATES[closedAt === null ? 'open' : 'closed'],
  },
  people: { title: 'People', kind: 'integer', cell: ({ people }) => people },
  documents: { title: 'Documents', kind: 'integer', cell: ({ documents }) => documents },
  domains: { title: 'E-mail domains', kind: 'text', width: 36, cell: ({ domains }) => domains.join('; ') },
  addresses: {
    title: 'E-mail addresses',
    kind: 'text',
    width: 36,
    cell: ({ addresses }) => addresses.join('; '),
  },
  contacts: { title: 'Contacts', kind: 'text', width: 44, cell: ({ contacts }) => contacts },
  closed: { title: 'Closed', kind: 'moment', cell: ({ closedAt }) => closedAt?.toISOString() ?? null },
} as const satisfies Record<string, ListColumn<ManagedCountyRow>>

/**
 * The counties of the list with its filters, as a file. There are a few hundred at most.
 * @throws PortalError as `sendExport`.
 */
export async function exportCounties(
  context: PersonContext,
  { format, method, search, state }: QueryOf<typeof exportCountiesCall> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  let rows: readonly ManagedCountyRow[] = []
  return exportList(context, {
    list: 'counties',
    title: 'Counties',
    format,
    method,
    columns: COLUMNS,
    filters: [
      ['Search', search],
      ['Status', state && STATES[state]],
    ],
    right: 'portal.manage',
    count: async (transaction) => {
      rows = await readManagedCounties(transaction, { search, state })
      return rows.length
    },
    async *pages() {
      yield rows
    },
  })
}
