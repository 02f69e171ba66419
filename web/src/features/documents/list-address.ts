import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'
import { addressCodec, id, pageNumber } from '../../ui/list-screen/address-codec.ts'

/**
 * `/home?page=2&category=1&type=4&status=1&county=3`. A type without its category is dropped, because the choices of
 * types depend on the category.
 */
export const DOCUMENTS_ADDRESS = addressCodec(
  { page: pageNumber(), category: id(), type: id(), status: id(), county: id() },
  (state) => (state.category === null ? { ...state, type: null } : state),
)

export type DocumentsState = ReturnType<typeof DOCUMENTS_ADDRESS.read>['state']
export type DocumentsFilters = Omit<DocumentsState, 'page'>

export const NO_FILTERS: DocumentsFilters = { category: null, type: null, status: null, county: null }

/**
 * Adapts the address to the user. Drops a county that they may not filter by, for example from an administrator's link,
 * because the server rejects it.
 */
export function addressFor(
  person: Pick<Session, 'isAdmin' | 'counties'>,
  state: DocumentsState,
): DocumentsState {
  const { county } = state
  const isTheirs =
    person.isAdmin ||
    (seesSeveralCounties(person) && person.counties.some(({ CountyID }) => CountyID === county))
  return county === null || isTheirs ? state : { ...state, county: null }
}

/** The change that sets one filter, or removes it with null; a new category removes the type too. */
export function filterChange(name: keyof DocumentsFilters, id: number | null): Partial<DocumentsFilters> {
  return { ...(name === 'category' && { type: null }), [name]: id }
}
