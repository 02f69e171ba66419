import type { QueryOf } from '@portal/contract/endpoint.ts'
import { DOCUMENT_EXPORT_COLUMNS, type exportUploads } from '@portal/contract/files/export-uploads.ts'
import { SORT_COLUMNS, type ListOrder } from '@portal/contract/files/list-orders.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { CallResult, RawBody } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countyScope, maySeeCounty, narrowScope } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import { resolveAssignee } from '../../../records/documents/assignees/resolve-assignee.ts'
import { sendExport } from '../../../records/exports/send-export.ts'
import { requireQuery } from '../../../records/search-index/require-query.ts'
import { DOCUMENT_COLUMNS, filterTexts } from './export.models.ts'
import type { ExportOrder } from './export.repository.ts'
import { openDocuments } from './open-documents.ts'

type Query = QueryOf<typeof exportUploads>

/**
 * The documents of the list with its filters and its order, as a file.
 * @throws PortalError 403 for a county whose documents the caller may not see; and as `openDocuments` and `sendExport`.
 */
export async function exportDocuments(
  context: PersonContext,
  { format, columns = [...DOCUMENT_EXPORT_COLUMNS], method, ...list }: Query & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const { actor, dictionaries } = context
  const { q, order = 'list', ...given } = list
  const filters = resolveAssignee(given, actor.person)
  if (list.countyId !== undefined && !maySeeCounty(actor.person, list.countyId)) throw failure(OTHER_COUNTY)
  const query = q === undefined ? null : requireQuery(q)
  const scope = narrowScope(countyScope(actor.person), list.countyId)
  const countyId = scope?.kind === 'counties' && scope.countyIds.length === 1 ? scope.countyIds[0] : undefined
  const names = await dictionaries.names(countyId === undefined ? [] : [countyId])
  const chosen = columns.map((key) => DOCUMENT_COLUMNS[key])
  return sendExport(context, {
    list: 'documents',
    title: 'Documents',
    format,
    method,
    county: countyId === undefined ? null : { id: countyId, name: names.countyName(countyId) ?? '' },
    keys: columns,
    columns: chosen,
    filters: filterTexts(list, names),
    open: () =>
      openDocuments(context, {
        filters,
        query,
        order: orderOf(order, query !== null),
        toCells: (row) => chosen.map(({ cell }) => cell(row)),
      }),
  })
}

/** As the list: up by status it has its own order, and so has one without a search that asks for the best match. */
function orderOf(order: ListOrder, isSearch: boolean): ExportOrder {
  const column = SORT_COLUMNS.find((name) => name === order.replace('-', ''))
  if (column !== undefined && order !== 'status') return { column, isDescending: order.startsWith('-') }
  return order === 'best' && isSearch ? 'given' : 'list'
}
