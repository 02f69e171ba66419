import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { withPositions } from '../documents/pages/documents-page.repository.ts'
import type { DocumentsPage, PageRequest, QueryReader } from '../documents/pages/page-reader.ts'
import { MAX_HITS, SEARCH_MS, type SearchIndex } from './search-index.ts'
import { readListedPage, readRowsInOrder } from './search-pages.repository.ts'

type Parts = {
  readonly db: Kysely<DB>
  readonly searchIndex: SearchIndex
  /** Milliseconds of one search. */
  readonly timeoutMs?: number
}

/** Reads the pages of searches, and of lists with any filter. At most MAX_HITS documents are listed, the newest. */
export function createSearchPages(parts: Parts): QueryReader {
  return { canRead: () => true, read: (scope, request) => readSearchPage(parts, scope, request) }
}

/** @throws SearchTimeout for a search that takes too long. */
async function readSearchPage(
  parts: Parts,
  scope: CountyScope,
  request: PageRequest,
): Promise<DocumentsPage> {
  const { search = null, order = 'list', sort: _sort, page, pageSize, after, before, ...filters } = request
  const { db, searchIndex, timeoutMs = SEARCH_MS } = parts
  const until = performance.now() + timeoutMs
  const found = await searchIndex.search(db, { scope, query: search, filters, order, until })
  const { ids, isComplete, corrections, leftOut, query } = found
  const outcome = { isTotalExact: isComplete, search: { corrections, leftOut, query } }
  if (order === 'best' && search !== null) {
    const offset = (page - 1) * pageSize
    const rows = await readRowsInOrder(db, ids.slice(offset, offset + pageSize), scope)
    return { total: Math.min(ids.length, MAX_HITS), rows, ...outcome }
  }
  const beside = after
    ? { position: after, isAfter: true }
    : before
      ? { position: before, isAfter: false }
      : null
  const { rows, hasBefore, hasAfter } = await readListedPage(db, { scope, ids, page, pageSize, beside })
  return {
    ...withPositions(rows, { total: ids.length, isFirst: !hasBefore, isLast: !hasAfter }),
    ...outcome,
  }
}
