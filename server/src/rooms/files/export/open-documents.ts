import { SORT_TIMEOUT, TOO_MANY_TO_SORT } from '@portal/contract/files/files.ts'
import { MAX_EXPORTED_HITS, TOO_MANY_TO_EXPORT } from '@portal/contract/files/export-uploads.ts'
import { MAX_SORTED } from '@portal/contract/files/list-orders.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import { openSnapshot, type Snapshot } from '../../../engines/database/open-snapshot.ts'
import { isOutOfTime } from '../../../engines/database/time-limit.repository.ts'
import type { Cell } from '../../../engines/exports/export-table.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countyScope, narrowScope } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import type { OpenedRows } from '../../../records/exports/send-export.ts'
import { inSearchTurn } from '../../../records/search-index/in-search-turn.ts'
import type { SearchFilters } from '../../../records/search-index/search-filters.ts'
import { SEARCH_MS } from '../../../records/search-index/search-index.ts'
import { SORT_KEYS } from '../../../records/search-index/sort-keys.repository.ts'
import type { Sortable } from '../../../records/search-index/sorted-pages.repository.ts'
import {
  countDocuments,
  fetchIds,
  openCursor,
  prepareSnapshot,
  readDocuments,
  type ExportedDocument,
  type ExportOrder,
} from './export.repository.ts'

const PORTION = 500

export type DocumentsRequest = {
  readonly filters: SearchFilters
  readonly query: SearchQuery | null
  readonly order: ExportOrder
  readonly toCells: (row: ExportedDocument) => readonly Cell[]
}

/**
 * Opens the rows of the list as they are at one moment. The hits of a search are found just before it, and those that
 * are gone by then are left out.
 * @throws PortalError 400 for too many hits, too many documents to sort, or if one of both takes too long.
 */
export async function openDocuments(context: PersonContext, request: DocumentsRequest): Promise<OpenedRows> {
  const { database, settings, actor } = context
  const { filters, query, order } = request
  const ids = query === null ? null : await findHits(context, { filters, query, order })
  const scope = narrowScope(countyScope(actor.person), filters.countyId)
  if (!scope) throw new Error('The caller checks the county.')
  const wanted: Sortable = { scope, filters, ids, timeZone: settings.timeZone }
  const snapshot = await openSnapshot(database.kysely)
  try {
    return await readRows(snapshot, wanted, request)
  } catch (error) {
    await snapshot.close()
    throw isOutOfTime(error) ? failure(SORT_TIMEOUT) : error
  }
}

async function findHits(
  context: PersonContext,
  { filters, query, order }: Pick<DocumentsRequest, 'filters' | 'query' | 'order'>,
): Promise<readonly number[]> {
  const { database, searchIndex } = context
  const { ids, isComplete } = await inSearchTurn(context, async ({ actor }) =>
    searchIndex.search(database.kysely, {
      scope: countyScope(actor.person),
      query,
      filters,
      order: order === 'given' ? 'best' : 'list',
      most: MAX_EXPORTED_HITS,
      until: performance.now() + SEARCH_MS,
    }),
  )
  if (!isComplete) throw failure(TOO_MANY_TO_EXPORT)
  return ids
}

/** The first ids are read before the first byte is sent, so that a sort that takes too long is refused with a reason. */
async function readRows(
  { transaction, close }: Snapshot,
  wanted: Sortable,
  { order, toCells }: DocumentsRequest,
): Promise<OpenedRows> {
  await prepareSnapshot(transaction)
  const total = await countDocuments(transaction, wanted)
  if (total > MAX_SORTED && typeof order === 'object' && SORT_KEYS[order.column].isIndexed !== true)
    throw failure(TOO_MANY_TO_SORT)
  await openCursor(transaction, wanted, order)
  const first = await fetchIds(transaction, PORTION)
  async function* portions() {
    for (let ids = first; ids.length > 0; ids = await fetchIds(transaction, PORTION)) {
      const rows = await readDocuments(transaction, ids, wanted.scope)
      yield rows.map(toCells)
    }
    await close()
  }
  return { portions: portions(), total, close }
}
