import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { MAX_RUN_DOCUMENTS, NOTHING_SELECTED, TOO_MANY_SELECTED } from '@portal/contract/runs/runs.ts'
import type { Selection } from '@portal/contract/runs/selection.ts'
import { SEARCH_TIMEOUT } from '@portal/contract/search/search-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { countyScope, maySeeCounty } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { requireQuery } from '../../records/search-index/require-query.ts'
import { MAX_HITS, SEARCH_MS, SearchTimeout } from '../../records/search-index/search-index.ts'

/** Ids in ascending order. `isComplete`: false if a search matches more documents than it lists. */
export type Selected = { readonly ids: readonly number[]; readonly isComplete: boolean }

/**
 * The documents of a selection, of a filter those that the caller sees now.
 * @throws PortalError 400 for no documents, too many, or a search that takes too long; 403 for a county of others.
 */
export async function selectDocuments(context: PersonContext, selection: Selection): Promise<Selected> {
  const { ids, isComplete } =
    'ids' in selection ? { ids: selection.ids, isComplete: true } : await findMatching(context, selection)
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  if (sorted.length === 0) throw failure(NOTHING_SELECTED)
  return { ids: sorted, isComplete }
}

async function findMatching(
  { actor: { person }, database, searchIndex }: PersonContext,
  { filter, except }: Extract<Selection, { filter: unknown }>,
): Promise<Selected> {
  const { q, order: _order, ...filters } = filter
  if (filters.countyId !== undefined && !maySeeCounty(person, filters.countyId)) throw failure(OTHER_COUNTY)
  const query = q === undefined ? null : requireQuery(q)
  const most = query === null ? MAX_RUN_DOCUMENTS : MAX_HITS
  const until = performance.now() + SEARCH_MS
  const request = { scope: countyScope(person), query, filters, order: 'list', most, until } as const
  const found = await searchIndex.search(database.kysely, request).catch((error: unknown) => {
    throw error instanceof SearchTimeout ? failure(SEARCH_TIMEOUT) : error
  })
  if (!found.isComplete && query === null) throw failure(TOO_MANY_SELECTED)
  const left = new Set(except)
  return { ids: found.ids.filter((id) => !left.has(id)), isComplete: found.isComplete }
}
