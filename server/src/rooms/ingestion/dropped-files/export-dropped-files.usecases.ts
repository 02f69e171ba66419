import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportDroppedFiles as exportDroppedFilesCall } from '@portal/contract/ingestion/drop-folder.ts'
import type { CallResult, RawBody } from '../../../engines/http/call-result.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import { exportList, pagesAfter, type ListColumn } from '../../../records/exports/export-list.ts'
import { countDroppedFiles, readDroppedFiles, type DroppedFileRow } from './dropped-files.repository.ts'

/** As the screen names the lists. */
const LISTS = { open: 'To review', done: 'Done' } as const

const COLUMNS = {
  file: { title: 'File', kind: 'text', width: 40, cell: ({ fileName }) => fileName },
  county: { title: 'County', kind: 'text', width: 18, cell: ({ countyName }) => countyName },
  state: {
    title: 'Status',
    kind: 'text',
    cell: ({ reason }) => (reason === null ? 'Changed after filing' : 'Refused'),
  },
  since: { title: 'Since', kind: 'moment', cell: ({ at }) => at.toISOString() },
  reason: { title: 'Reason', kind: 'text', width: 50, cell: ({ reason }) => reason },
  fileId: { title: 'File ID', kind: 'integer', width: 10, cell: ({ documentId }) => documentId },
  done: { title: 'Done', kind: 'moment', cell: ({ doneAt }) => doneAt?.toISOString() ?? null },
  doneBy: { title: 'Done by', kind: 'text', cell: ({ doneBy }) => doneBy },
} as const satisfies Record<string, ListColumn<DroppedFileRow>>

/**
 * The open or done files of the drop folder, in the order of the list, as a file.
 * @throws PortalError as `sendExport`.
 */
export async function exportDroppedFiles(
  context: PersonContext,
  { format, method, state = 'open' }: QueryOf<typeof exportDroppedFilesCall> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const scope = countyScope(context.actor.person)
  return exportList(context, {
    list: 'drop-folder',
    title: 'Drop Folder',
    format,
    method,
    columns: COLUMNS,
    filters: [['Show', LISTS[state]]],
    right: 'portal.manage',
    count: (transaction) => countDroppedFiles(transaction, { scope, state }),
    pages: (transaction) =>
      pagesAfter(
        (last: DroppedFileRow | null, atMost) =>
          readDroppedFiles(transaction, {
            scope,
            state,
            after: last && { at: (last.doneAt ?? last.at).toISOString(), id: last.id },
            atMost,
          }),
        (rows) => rows,
      ),
  })
}
