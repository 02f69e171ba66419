import { filtersText, writeFilters } from '@portal/contract/files/list-filters.ts'
import { isPlainName, NAME_NOT_PLAIN, tidyName } from '@portal/contract/plain-name.ts'
import { isProblem, parseQuery, type SearchQuery } from '@portal/contract/search/query.ts'
import { MAX_VIEW_NAME_CHARACTERS, VIEW_NAME_INVALID, type SavedView } from '@portal/contract/views/views.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../../records/access/actor.ts'
import { resolveAssignee } from '../../records/documents/assignees/resolve-assignee.ts'
import type { SearchFilters } from '../../records/search-index/search-filters.ts'
import { mayChange } from './views.policy.ts'
import type { ViewRow } from './views.repository.ts'

export function toSavedView(row: ViewRow, person: Person): SavedView {
  const { id, name, filters, audience, countyId, owner, columns, isUsable } = row
  const isMine = row.accountId === person.accountId
  // The name and the filters could name the county that the person may not see.
  if (!isUsable) {
    const hidden = { query: '', owner: null, mayChange: false, columns: null, isUnusable: true }
    return { id, name: isMine ? name : '', audience, countyId, isMine, ...hidden }
  }
  const isChangeable = mayChange(person, row) === null
  const query = writeFilters(filters)
  return {
    id,
    name,
    query,
    audience,
    countyId,
    owner,
    isMine,
    mayChange: isChangeable,
    columns,
    isUnusable: false,
  }
}

/**
 * Returns a typed name without white space around it.
 * @throws PortalError 400 for an empty or long name, and for one that is not one plain line.
 */
export function readViewName(typed: string): string {
  const name = tidyName(typed)
  if (!isPlainName(name)) throw failure(NAME_NOT_PLAIN)
  const { length } = Array.from(name)
  if (length === 0 || length > MAX_VIEW_NAME_CHARACTERS) throw failure(VIEW_NAME_INVALID)
  return name
}

/** A view as the list reads it. */
export type CountedView = {
  readonly id: number
  readonly filters: SearchFilters
  readonly search: SearchQuery | null
}
/** Null for filters that this release does not know. */
export function toCounted(
  row: ViewRow,
  { county, person }: { readonly county: number | undefined; readonly person: Person },
): CountedView | 'of another county' | null {
  const read = filtersText.safeParse(writeFilters(row.filters))
  if (!read.success) return null
  const { q, order: _order, ...given } = read.data
  const filters = resolveAssignee(given, person)
  const search = q === undefined ? null : parseQuery(q)
  if (search && isProblem(search)) return null
  const { countyId = county } = filters
  if (county !== undefined && countyId !== county) return 'of another county'
  return { id: row.id, search, filters: countyId === undefined ? filters : { ...filters, countyId } }
}
