import type { SavedView } from '@portal/contract/views/views.ts'
import { DOCUMENTS_ADDRESS, NO_FILTERS } from '../list-address.ts'
import { fromParameters } from '../list-parameters.ts'

/**
 * The query string of a view in the list, or with null that of the whole list. `county` is that of the bar, for a view
 * without its own; null for all counties.
 */
export function addressOf(view: Pick<SavedView, 'id' | 'query'> | null, county: number | null): string {
  const filters = view ? { ...fromParameters(view.query), saved: view.id } : NO_FILTERS
  return DOCUMENTS_ADDRESS.write({ ...filters, county: filters.county ?? county, page: 1 }).toString()
}
