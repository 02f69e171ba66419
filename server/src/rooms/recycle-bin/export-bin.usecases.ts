import type { QueryOf } from '@portal/contract/endpoint.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { DeletedFile, exportDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { narrowScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { binScope } from '../../records/documents/bin.scope.ts'
import { countRows, cursorPages } from '../../records/exports/cursor-pages.repository.ts'
import { exportList, type ListColumn } from '../../records/exports/export-list.ts'
import { binRows } from './recycle-bin.repository.ts'
import { toDeletedFile } from './recycle-bin.usecases.ts'

const COLUMNS = {
  id: { title: 'File ID', kind: 'integer', width: 10, cell: ({ FileID }) => FileID },
  name: { title: 'File name', kind: 'text', width: 36, cell: ({ FileName }) => FileName },
  deleted: { title: 'Deleted', kind: 'moment', cell: ({ DeletedAt }) => DeletedAt },
  deletedBy: { title: 'Deleted by', kind: 'text', cell: ({ DeletedByUsername }) => DeletedByUsername },
  category: { title: 'Category', kind: 'text', width: 18, cell: ({ CategoryName }) => CategoryName },
  type: { title: 'Type', kind: 'text', cell: ({ TypeName }) => TypeName },
  description: { title: 'Description', kind: 'text', width: 40, cell: ({ Description }) => Description },
  county: { title: 'County', kind: 'text', width: 18, cell: ({ CountyName }) => CountyName },
} as const satisfies Record<string, ListColumn<DeletedFile>>

/**
 * All deletions that the caller may restore, newest first, as a file.
 * @throws PortalError 403 for a county whose documents the caller may not see; and as `sendExport`.
 */
export async function exportBin(
  context: PersonContext,
  { format, method, countyId }: QueryOf<typeof exportDeletedFiles> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const { actor, dictionaries } = context
  const own = binScope(actor.person)
  const seen = narrowScope(own.seen, countyId)
  if (!seen) throw failure(OTHER_COUNTY)
  const scope = { ...own, seen }
  const ofQuery = await dictionaries.names(countyId === undefined ? [] : [countyId])
  const county = countyId === undefined ? null : { id: countyId, name: ofQuery.countyName(countyId) ?? '' }
  return exportList(context, {
    list: 'recycle-bin',
    title: 'Recycle Bin',
    format,
    method,
    county,
    columns: COLUMNS,
    filters: [['County', county?.name]],
    count: (transaction) => countRows(transaction, binRows(transaction, scope)),
    async *pages(transaction) {
      for await (const rows of cursorPages(transaction, binRows(transaction, scope))) {
        const names = await dictionaries.names(rows.map((row) => row.county_id))
        yield rows.map((row) => toDeletedFile(row, names))
      }
    },
  })
}
