import type { ResultOf } from '@portal/contract/endpoint.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { MAX_COUNTED_VIEWS, type countViews, type ViewCount } from '@portal/contract/views/views.ts'
import { failure, PortalError } from '../../engines/http/errors.ts'
import { countyScope, maySeeCounty, narrowScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { isCounted } from '../../records/documents/pages/documents-page.repository.ts'
import { inSearchTurn } from '../../records/search-index/in-search-turn.ts'
import { SearchTimeout } from '../../records/search-index/search-index.ts'
import { findOldest } from '../../records/documents/pages/oldest-document.repository.ts'
import { findOldestOf } from './view-counts.repository.ts'
import { toCounted, type CountedView } from './views.models.ts'
import { viewReader } from './views.policy.ts'
import { readViews } from './views.repository.ts'

/** Milliseconds for all views, and for one of them. */
const CALL_MS = 3000
const VIEW_MS = 1000

type Count = Omit<ViewCount, 'id'>

const NONE: Count = { documents: 0, isExact: true, oldestAt: null }
const NOT_COUNTED: Count = { documents: null, isExact: false, oldestAt: null }

/**
 * Counts the documents of the caller's views, of one county if it is given. Counts by cells come first, because they
 * are fast. Other views share the time that is left, in the caller's order.
 * @throws PortalError 403 for a county that the caller may not see.
 */
export async function countOwnViews(
  context: PersonContext,
  county: number | undefined,
): Promise<ResultOf<typeof countViews>> {
  const { person } = context.actor
  if (county !== undefined && !maySeeCounty(person, county)) throw failure(OTHER_COUNTY)
  const listed = await readViews(context.database.kysely, viewReader(person), MAX_COUNTED_VIEWS)
  const rows = listed.filter(({ isUsable }) => isUsable)
  const ends = performance.now() + CALL_MS
  const counts = new Map<number, Count>()
  const searched: CountedView[] = []
  for (const row of rows) {
    const view = toCounted(row, { county, person })
    if (view === null || performance.now() >= ends) continue
    if (view === 'of another county') counts.set(row.id, NONE)
    else if (isFast(view)) counts.set(row.id, await countOne(context, view, countByCells(context, view)))
    else searched.push(view)
  }
  await countSearched(context, { views: searched, ends }, counts)
  return { counts: rows.map(({ id }) => ({ id, ...(counts.get(id) ?? NOT_COUNTED) })) }
}

function isFast({ filters, search }: CountedView): boolean {
  return search === null && isCounted(filters)
}

/** A view that fails has no count, so that the others show theirs. */
async function countOne(
  { log }: PersonContext,
  { id }: CountedView,
  counted: Promise<Count>,
): Promise<Count> {
  try {
    return await counted
  } catch (error) {
    // A word that too many documents have is refused in the list, too.
    const isExpected = error instanceof SearchTimeout || error instanceof PortalError
    if (!isExpected) log.warn({ err: error, view: id }, 'The documents of a saved view were not counted.')
    return NOT_COUNTED
  }
}

async function countByCells(context: PersonContext, { filters }: CountedView): Promise<Count> {
  const { documentPages, database, actor } = context
  const scope = countyScope(actor.person)
  const narrowed = narrowScope(scope, filters.countyId)
  const { total } = await documentPages.read(scope, { ...filters, page: 1, pageSize: 1 })
  const oldest = total > 0 && narrowed ? await findOldest(database.kysely, narrowed, filters) : null
  return { documents: total, isExact: true, oldestAt: oldest?.toISOString() ?? null }
}

/**
 * Takes one of the caller's two searches, so their other one stays free. After a wait, the rights of that moment decide.
 * @throws PortalError 401 if the session has ended during the wait.
 */
async function countSearched(
  call: PersonContext,
  { views, ends }: { readonly views: readonly CountedView[]; readonly ends: number },
  counts: Map<number, Count>,
): Promise<void> {
  if (views.length === 0) return
  const countAll = async (context: PersonContext) => {
    for (const view of views) {
      if (performance.now() >= ends) return
      const until = Math.min(ends, performance.now() + VIEW_MS)
      counts.set(view.id, await countOne(context, view, countBySearch(context, view, until)))
    }
  }
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ends - performance.now())))
  try {
    await inSearchTurn(call, countAll, signal)
  } catch (error) {
    // The person's searches are running: these views have no count this time.
    const isBusy = error instanceof PortalError ? error.status === 429 : signal.aborted
    if (!isBusy) throw error
  }
}

async function countBySearch(
  { searchIndex, database, actor }: PersonContext,
  { filters, search }: CountedView,
  until: number,
): Promise<Count> {
  const scope = countyScope(actor.person)
  const { ids, isComplete } = await searchIndex.search(database.kysely, {
    scope,
    query: search,
    filters,
    order: 'list',
    until,
  })
  const oldest = isComplete ? await findOldestOf(database.kysely, ids, scope) : null
  return { documents: ids.length, isExact: isComplete, oldestAt: oldest?.toISOString() ?? null }
}
