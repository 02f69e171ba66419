import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { NOTHING_SELECTED } from '@portal/contract/runs/run-errors.ts'
import type { Selection } from '@portal/contract/runs/selection.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import type { PersonContext } from '../access/context.ts'
import { countyScope, maySeeCounty } from '../access/county.policy.ts'
import { resolveAssignee } from '../documents/assignees/resolve-assignee.ts'
import { requireQuery } from './require-query.ts'
import { MAX_HITS, SEARCH_MS } from './search-index.ts'
import type { SearchState } from './state.ts'

/** Ids in ascending order. `isComplete`: false if a search matches more documents than it lists. */
export type Selected = { readonly ids: readonly number[]; readonly isComplete: boolean }

/** How many documents may be selected, and the refusal of more. */
export type SelectionLimit = { readonly most: number; readonly refuse: () => PortalError }

type SearchContext = PersonContext<Engines & SearchState>

/**
 * The documents of a selection, of a filter those that the caller sees now.
 * @throws PortalError 400 for no documents, 403 for a county of others, what `limit.refuse` returns; SearchTimeout.
 */
export async function selectDocuments(
  context: SearchContext,
  selection: Selection,
  limit: SelectionLimit,
): Promise<Selected> {
  const { ids, isComplete } =
    'ids' in selection
      ? { ids: selection.ids, isComplete: true }
      : await findMatching(context, selection, limit)
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  if (sorted.length === 0) throw failure(NOTHING_SELECTED)
  if (sorted.length > limit.most) throw limit.refuse()
  return { ids: sorted, isComplete }
}

async function findMatching(
  { actor: { person }, database, searchIndex }: SearchContext,
  { filter, except, upTo = Infinity }: Extract<Selection, { filter: unknown }>,
  limit: SelectionLimit,
): Promise<Selected> {
  const { q, order: _order, ...given } = filter
  const filters = resolveAssignee(given, person)
  if (filters.countyId !== undefined && !maySeeCounty(person, filters.countyId)) throw failure(OTHER_COUNTY)
  const query = q === undefined ? null : requireQuery(q)
  const left = new Set(except)
  const most = query === null ? limit.most + left.size : MAX_HITS
  const until = performance.now() + SEARCH_MS
  const request = { scope: countyScope(person), query, filters, order: 'list', most, until } as const
  const found = await searchIndex.search(database.kysely, request)
  if (!found.isComplete && query === null) throw limit.refuse()
  return { ids: found.ids.filter((id) => id <= upTo && !left.has(id)), isComplete: found.isComplete }
}
