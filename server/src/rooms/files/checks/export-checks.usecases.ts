import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportVirusChecks, VirusCheck } from '@portal/contract/files/virus-checks.ts'
import type { CallResult, RawBody } from '../../../engines/http/call-result.ts'
import type { PersonContext } from '../../../records/context.ts'
import { countRows, cursorPages } from '../../../records/exports/cursor-pages.repository.ts'
import { exportList, type ListColumn } from '../../../records/exports/export-list.ts'
import { checkRows } from './checks.repository.ts'
import { toVirusCheck } from './checks.usecases.ts'

/** As the screen names them. */
const STATES: Readonly<Record<VirusCheck['State'], string>> = {
  infected: 'Infected',
  refused: 'Refused',
  pending: 'Being checked',
  unchecked: 'Not checked',
}

const stateText = ({ State, Finding }: VirusCheck) =>
  State === 'pending' && Finding !== '' ? 'Could not be checked' : STATES[State]

const COLUMNS = {
  id: { title: 'File ID', kind: 'integer', width: 10, cell: ({ FileID }) => FileID },
  name: { title: 'File name', kind: 'text', width: 36, cell: ({ FileName }) => FileName },
  county: { title: 'County', kind: 'text', width: 18, cell: ({ CountyName }) => CountyName },
  user: { title: 'User', kind: 'text', cell: ({ UploadedBy }) => UploadedBy },
  date: { title: 'Date', kind: 'moment', cell: ({ UploadDate }) => UploadDate },
  state: { title: 'Status', kind: 'text', width: 20, cell: stateText },
  finding: { title: 'Finding', kind: 'text', width: 44, cell: ({ Finding }) => Finding },
} as const satisfies Record<string, ListColumn<VirusCheck>>

/**
 * All files that are not scanned as clean, in the order of the list, as a file.
 * @throws PortalError as `sendExport`.
 */
export async function exportChecks(
  context: PersonContext,
  { format, method }: QueryOf<typeof exportVirusChecks> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  return exportList(context, {
    list: 'virus-checks',
    title: 'Virus Checks',
    format,
    method,
    columns: COLUMNS,
    filters: [],
    right: 'documents.manage',
    count: (transaction) => countRows(transaction, checkRows()),
    async *pages(transaction) {
      for await (const rows of cursorPages(transaction, checkRows())) {
        const names = await context.dictionaries.names(rows.map(({ countyId }) => countyId))
        yield rows.map((row) => toVirusCheck(row, names))
      }
    },
  })
}
