import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { SORT_TIMEOUT, TOO_MANY_TO_SORT } from '@portal/contract/files/files.ts'
import { MAX_SORTED } from '@portal/contract/files/list-orders.ts'
import type { SortPosition } from '@portal/contract/list-position.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { isOutOfTime } from '../../engines/database/time-limit.repository.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CursorSeal } from '../../engines/paging/cursor-seal.ts'
import { narrowScope, type CountyScope } from '../access/county.policy.ts'
import { isCounted } from '../documents/pages/documents-page.repository.ts'
import type {
  DocumentsPage,
  PageRequest,
  PageReader,
  QueryReader,
  SearchOutcome,
  Sort,
} from '../documents/pages/page-reader.ts'
import { SearchTimeout, type SearchIndex } from './search-index.ts'
import type { SearchFilters } from './search-filters.ts'
import { readRowsInOrder } from './search-pages.repository.ts'
import { keyOfCursor, SORT_KEYS, type SortKey } from './sort-keys.repository.ts'
import {
  countUpTo,
  inSortTransaction,
  readKeys,
  type KeyedRow,
  type Part,
  type Sortable,
} from './sorted-pages.repository.ts'

/** A sort of MAX_SORTED documents takes less than a second on a quiet database. */
const TIMEOUT_MS = 10_000

type Parts = {
  readonly db: Kysely<DB>
  readonly searchIndex: SearchIndex
  /** Knows the totals of filters that the cells count. */
  readonly countedPages: PageReader
  /** Texts of documents leave in cursors only encrypted. */
  readonly cursorSeal: CursorSeal
  readonly timeZone: string
  /** Milliseconds of one statement. */
  readonly timeoutMs?: number
}

type Total = Pick<DocumentsPage, 'total' | 'isTotalExact'>
/** `isWhole`: the list has no documents beyond the total. A search shows its newest hits only. */
type Extent = Total & { readonly isWhole: boolean }
type From = Omit<NonNullable<Part['from']>, 'isIncluded'>
type Slice = Pick<PageRequest, 'page' | 'pageSize'> & {
  readonly sort: Sort
  readonly sortKey: SortKey
  readonly from: From | null
}
type Keys = {
  readonly rows: readonly KeyedRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

/**
 * Reads the pages of lists that a column sorts. An index has some of the columns in order (SORT_KEYS). By others,
 * at most MAX_SORTED documents are sorted for each page. The total may be a moment older than the page.
 */
export function createSortedPages(parts: Parts): QueryReader {
  return {
    canRead: ({ sort }) => sort !== undefined,
    read: (scope, request) => readSortedPage(parts, scope, request),
  }
}

/** @throws PortalError 400 for too many documents, for a sort that takes too long, and for a position of another column. */
async function readSortedPage(
  parts: Parts,
  scope: CountyScope,
  { sort, search, order: _order, page, pageSize, after: _after, before: _before, ...filters }: PageRequest,
): Promise<DocumentsPage> {
  const narrowed = narrowScope(scope, filters.countyId)
  if (!sort || !narrowed) return { total: 0, isTotalExact: true, rows: [] }
  const sortKey = SORT_KEYS[sort.column]
  const from = await readFrom(parts, sort, sortKey)
  const hits = search ? await findHits(parts, { scope, search, filters }) : null
  const ids = hits?.ids ?? null
  const wanted = { scope: narrowed, filters, ids, timeZone: parts.timeZone }
  const total = hits?.total ?? (await readTotal(parts, scope, wanted))
  const isLong = !total.isTotalExact || total.total > MAX_SORTED
  if (isLong && ids === null && !sortKey.isIndexed) throw failure(TOO_MANY_TO_SORT)
  const isWalk = isLong && ids === null
  const { rows, hasBefore, hasAfter } = await inTime(parts, isWalk, (transaction) => {
    const read = (part: Part) => readKeys(transaction, wanted, part)
    return readSlice(
      read,
      { sort, sortKey, from, page, pageSize },
      { ...total, isWhole: total.isTotalExact || ids !== null },
    )
  })
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    ...total,
    rows: await readRowsInOrder(
      parts.db,
      rows.map(({ id }) => id),
      narrowed,
    ),
    ...(first && hasBefore && { previous: await positionOf(parts, first, sortKey) }),
    ...(last && hasAfter && { next: await positionOf(parts, last, sortKey) }),
    ...(hits && { search: hits.search }),
    ...(!sortKey.isIndexed && { sortedRows: total.total }),
  }
}

type Hits = Pick<Sortable, 'scope'> & {
  readonly filters: SearchFilters
  readonly search: NonNullable<PageRequest['search']>
}

/** The hits of a search are few enough to sort them by any column. */
async function findHits(
  { db, searchIndex, timeoutMs = TIMEOUT_MS }: Parts,
  { scope, filters, search: query }: Hits,
): Promise<{ ids: readonly number[]; total: Total; search: SearchOutcome }> {
  const until = performance.now() + timeoutMs
  const found = await searchIndex
    .search(db, { scope, query, filters, order: 'list', until })
    .catch((error: unknown) => {
      throw error instanceof SearchTimeout ? failure(SORT_TIMEOUT) : error
    })
  const { ids, isComplete, corrections, leftOut } = found
  return {
    ids,
    total: { total: ids.length, isTotalExact: isComplete },
    search: { corrections, leftOut, query: found.query },
  }
}

/** Exact up to MAX_SORTED, and beyond it where the cells count the filters. */
async function readTotal(parts: Parts, scope: CountyScope, wanted: Sortable): Promise<Total> {
  if (isCounted(wanted.filters)) {
    const { total } = await parts.countedPages.read(scope, { ...wanted.filters, page: 1, pageSize: 1 })
    return { total, isTotalExact: true }
  }
  const found = await inTime(parts, false, (transaction) => countUpTo(transaction, wanted, MAX_SORTED + 1))
  return { total: Math.min(found, MAX_SORTED), isTotalExact: found <= MAX_SORTED }
}

/** @throws PortalError 400 if a statement takes too long. */
async function inTime<T>(
  { db, timeoutMs = TIMEOUT_MS }: Parts,
  isWalk: boolean,
  work: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  try {
    return await inSortTransaction(db, { isWalk, timeoutMs }, work)
  } catch (error) {
    if (isOutOfTime(error)) throw failure(SORT_TIMEOUT)
    throw error
  }
}

type ReadPart = (part: Part) => Promise<readonly KeyedRow[]>

async function readSlice(read: ReadPart, slice: Slice, total: Extent): Promise<Keys> {
  const { sort, sortKey, from, pageSize } = slice
  if (from === null) return readByNumber(read, slice, total)
  const isBackward = sort.after === undefined
  const isDescending = sort.isDescending !== isBackward
  const found = await read({
    sortKey,
    isDescending,
    from: { ...from, isIncluded: false },
    offset: 0,
    limit: pageSize + 1,
  })
  const others = await read({
    sortKey,
    isDescending: !isDescending,
    from: { ...from, isIncluded: true },
    offset: 0,
    limit: 1,
  })
  const rows = found.slice(0, pageSize)
  const [goesOn, hasOthers] = [found.length > pageSize, others.length > 0]
  return isBackward
    ? { rows: rows.toReversed(), hasBefore: goesOn, hasAfter: hasOthers }
    : { rows, hasBefore: hasOthers, hasAfter: goesOn }
}

/** A page near the end is read from there. */
async function readByNumber(
  read: ReadPart,
  { sort, sortKey, page, pageSize }: Slice,
  { total, isTotalExact, isWhole }: Extent,
): Promise<Keys> {
  const offset = (page - 1) * pageSize
  const left = total - offset
  const isFromEnd = isTotalExact && total > MAX_SORTED && left < offset
  if (isWhole && left <= 0) return { rows: [], hasBefore: page > 1, hasAfter: false }
  const skipped = isFromEnd ? Math.max(0, left - pageSize) : offset
  if (skipped > MAX_SORTED) throw failure(TOO_MANY_TO_SORT)
  const limit = isFromEnd ? Math.min(left, pageSize) : pageSize + 1
  const isDescending = sort.isDescending !== isFromEnd
  const found = await read({ sortKey, isDescending, from: null, offset: skipped, limit })
  return isFromEnd
    ? { rows: found.toReversed(), hasBefore: page > 1, hasAfter: left > pageSize }
    : { rows: found.slice(0, pageSize), hasBefore: page > 1, hasAfter: found.length > pageSize }
}

/** @throws PortalError 400 for a position of another column, and for one that no page returned. */
async function readFrom({ cursorSeal }: Parts, sort: Sort, sortKey: SortKey): Promise<From | null> {
  const position = sort.after ?? sort.before
  if (position === undefined) return null
  const { id, key } = position
  const opened = typeof key === 'string' ? await cursorSeal.open('documents', key) : key
  const value = opened === null ? null : keyOfCursor(sortKey, opened)
  if (value) return { key: value, id }
  const problem = 'after and before must be taken from a page in the same order.'
  throw failure(REQUEST_INVALID, { values: { problem } })
}

async function positionOf(
  { cursorSeal }: Parts,
  { id, key }: KeyedRow,
  { kind }: SortKey,
): Promise<SortPosition> {
  return { id, key: kind === 'text' ? await cursorSeal.seal('documents', key) : Number(key) }
}
