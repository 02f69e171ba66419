import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { ActivityEvent, exportHistory as exportHistoryCall } from '@portal/contract/history/history.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import { exportList, pagesAfter, type ListColumn } from '../../records/exports/export-list.ts'
import { toActivityEvent } from './history.models.ts'
import { choicesFor } from './history.policy.ts'
import { readHistory, type HistoryRow } from './history.repository.ts'
import { filterFor } from './list-history.usecases.ts'

const COLUMNS = {
  when: { title: 'When', kind: 'moment', cell: ({ at }) => at },
  who: { title: 'Who', kind: 'text', width: 34, cell: ({ who }) => who },
  name: { title: 'Name', kind: 'text', cell: ({ name }) => name },
  what: { title: 'What', kind: 'text', width: 70, cell: ({ what }) => what },
  kind: { title: 'Kind', kind: 'text', cell: ({ kind }) => kind },
  county: { title: 'County', kind: 'text', width: 18, cell: ({ countyName }) => countyName },
  file: { title: 'File', kind: 'integer', width: 10, cell: ({ FileID }) => FileID },
  from: { title: 'From', kind: 'text', width: 18, cell: ({ from }) => from },
} as const satisfies Record<string, ListColumn<ActivityEvent>>

/**
 * All activity that matches the filters, newest first, as a file. Nobody counts it before: there may be millions.
 * @throws PortalError 403 for a county that is not the caller's; and as `sendExport`.
 */
export async function exportHistory(
  context: PersonContext,
  { format, method, ...asked }: QueryOf<typeof exportHistoryCall> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const filter = filterFor(context, asked)
  const reader = context.actor.person
  const { person, countyId, fileId, kind, from, to } = asked
  const { countyName } = await context.dictionaries.names(countyId === undefined ? [] : [countyId])
  const county = countyId === undefined ? null : { id: countyId, name: countyName(countyId) ?? '' }
  return exportList(context, {
    list: 'activity',
    title: 'Activity',
    format,
    method,
    county,
    columns: COLUMNS,
    filters: [
      ['Person', person],
      ['County', county?.name],
      ['File ID', fileId?.toString()],
      ['Type of activity', choicesFor(reader).find((choice) => choice.kind === kind)?.text ?? kind],
      ['From', from],
      ['To', to],
    ],
    right: 'audit.read',
    count: null,
    pages: (transaction) =>
      pagesAfter(
        (after: HistoryRow | null, most) => readHistory(transaction, filter, { after, most }),
        (rows) => rows.map((row) => toActivityEvent(row, { reader, countyName })),
      ),
  })
}
