import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE, MAX_ID } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { countyScope, maySeeCounty } from '../../../records/access/county.policy.ts'
import { resolveAssignee } from '../../../records/documents/assignees/resolve-assignee.ts'
import {
  totalPages,
  toUpload,
  type ListedDocument,
} from '../../../records/documents/pages/documents-page.models.ts'
import { isCounted } from '../../../records/documents/pages/documents-page.repository.ts'
import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import { SORT_COLUMNS } from '@portal/contract/files/list-orders.ts'
import type { DocumentsPage, PageRequest } from '../../../records/documents/pages/page-reader.ts'
import { requireQuery } from '../../../records/search-index/require-query.ts'
import { inSearchTurn } from '../../../records/search-index/in-search-turn.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { recordRead } from '../../../records/audit/record-read.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import { readContextLines, type ContextLine } from '../../../records/search-index/context-lines.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { writePosition, type ListPosition, type SortPosition } from '@portal/contract/list-position.ts'

type Query = QueryOf<typeof listUploads> & { readonly page: number }

type Neighbors = Pick<DocumentsPage, 'next' | 'previous'>

/**
 * Returns a page of the documents the caller may see, with links to the next and previous page.
 * @throws 403 for a county whose documents the caller may not see.
 */
export async function listDocuments(
  context: PersonContext,
  query: QueryOf<typeof listUploads>,
): Promise<CallResult<ResultOf<typeof listUploads>>> {
  const { documentPages, dictionaries } = context
  const { page = 1, pageSize = PAGE_SIZE, countyId, q, order, after, before, ...given } = query
  const filters = resolveAssignee(given, context.actor.person)
  const request: PageRequest = {
    ...filters,
    ...orderOf({ order, q, after, before }),
    countyId,
    page,
    pageSize,
    search: q === undefined ? undefined : requireQuery(q),
  }
  const read = async ({ actor: { person } }: PersonContext) => {
    if (countyId !== undefined && !maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
    return documentPages.read(countyScope(person), request)
  }
  // Other filters need a search, which can read many rows.
  const isShort = q === undefined && request.sort === undefined && isCounted(filters)
  const found = await (isShort ? read(context) : inSearchTurn(context, read))
  const { total, rows, isTotalExact, search, sortedRows } = found
  const lines = await readSearchLines(context, rows, { text: q ?? '', query: search?.query ?? null })
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return new CallResult(
    {
      files: rows.map((row) => ({
        ...toUpload(row, names),
        ...correctionOf(row),
        ...lineOf(lines.get(row.id)),
      })),
      totalPages: totalPages(total, pageSize),
      total,
      ...(!isTotalExact && { isTotalExact: false as const }),
      ...(sortedRows !== undefined && { sortedRows }),
      ...(search &&
        q !== undefined && { search: { corrections: search.corrections, leftOut: search.leftOut } }),
    },
    { headers: pageLinks({ ...query, page }, found) },
  )
}

/**
 * The lines of text that the rows show. They are a part of the documents, so reading them is recorded: once in ten
 * minutes for each person and search, and again for other files (R15.58).
 * @throws PortalError 429 after too many searches of one person.
 */
async function readSearchLines(
  context: PersonContext,
  rows: readonly { readonly id: number }[],
  { text, query }: { readonly text: string; readonly query: SearchQuery | null },
): Promise<ReadonlyMap<number, ContextLine>> {
  if (query === null) return new Map()
  const { database, pageTexts, actor } = context
  const ids = rows.map(({ id }) => id)
  const lines = await readContextLines({ db: database.kysely, pageTexts }, ids, query)
  if (lines.size === 0) return lines
  const admit = () => admitAttempt(context, repeatedActLimits(actor, 'search lines'))
  const subject = { kind: 'portal', id: 'search' } as const
  const after = { query: text, files: [...lines.keys()] }
  await recordRead(context, { action: 'search.lines_read', subject, after }, admit)
  return lines
}

function correctionOf({ corrected_by: CorrectedBy }: ListedDocument): { CorrectedBy?: number } {
  return CorrectedBy ? { CorrectedBy } : {}
}

function lineOf(hit: ContextLine | undefined): { hit?: ContextLine } {
  return hit ? { hit } : {}
}

type Order = Pick<QueryOf<typeof listUploads>, 'order' | 'q' | 'after' | 'before'>

/**
 * The order and the position in it. Sorted by status, the list has its own order; so has a list without a search that
 * asks for the best match.
 * @throws 400 for a position of another order.
 */
function orderOf({ order = 'list', q, after, before }: Order) {
  const isDescending = order.startsWith('-')
  const column = SORT_COLUMNS.find((name) => name === order.replace('-', ''))
  if (column === undefined || order === 'status') {
    const ofList = { after: ofKind(after, isListPosition), before: ofKind(before, isListPosition) }
    return q === undefined ? ofList : { ...ofList, order: order === 'best' ? order : ('list' as const) }
  }
  const ofSort = { after: ofKind(after, isSortPosition), before: ofKind(before, isSortPosition) }
  return { sort: { column, isDescending, ...ofSort } }
}

type AnyPosition = ListPosition | SortPosition
const isListPosition = (position: AnyPosition): position is ListPosition => 'rank' in position
const isSortPosition = (position: AnyPosition): position is SortPosition => 'key' in position

function ofKind<Kind extends AnyPosition>(
  position: AnyPosition | undefined,
  isKind: (position: AnyPosition) => position is Kind,
): Kind | undefined {
  if (position === undefined || isKind(position)) return position
  const problem = 'after and before must be taken from a page in the same order.'
  throw failure(REQUEST_INVALID, { values: { problem } })
}

/**
 * The Link header of a page (RFC 8288): the next and previous page of the same list, each with its cursor and its page
 * number. The URLs are relative to the call's own (RFC 3986, section 4.2), so they work behind any proxy.
 */
function pageLinks(query: Query, { next, previous }: Neighbors): Record<string, string> {
  const { after: _after, before: _before, page, ...list } = query
  const links = [
    ...(next
      ? [linkTo('next', { ...list, page: Math.min(page + 1, MAX_ID), after: writePosition(next) })]
      : []),
    ...(previous
      ? [linkTo('prev', { ...list, page: Math.max(page - 1, 1), before: writePosition(previous) })]
      : []),
  ]
  return links.length > 0 ? { link: links.join(', ') } : {}
}

function linkTo(relation: 'next' | 'prev', query: Readonly<Record<string, unknown>>): string {
  return `<${callPath({ path: '' }, { query })}>; rel="${relation}"`
}
