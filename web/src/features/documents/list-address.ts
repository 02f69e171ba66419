import { FILE_TYPES } from '@portal/contract/files/file-types.ts'
import type { ListOrder, SortColumn } from '@portal/contract/files/list-orders.ts'
import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'
import { addressCodec, day, id, oneOf, pageNumber, text } from '../../ui/list-screen/address-codec.ts'

const YES_NO = ['yes', 'no'] as const

/** The columns of the list that sort it. */
const SORTING_COLUMNS = [
  'fileId',
  'date',
  'uploadedBy',
  'category',
  'type',
  'fileName',
  'owner',
  'description',
  'county',
  'status',
] as const satisfies readonly SortColumn[]

/** The list's own order, the best match of a search, and each column: up, or down with a minus. */
const ORDERS = [
  'list',
  'best',
  ...SORTING_COLUMNS.flatMap((column) => [column, `-${column}`] as const),
] as const satisfies readonly ListOrder[]

export type Order = (typeof ORDERS)[number]

/**
 * `/home?page=2&category=1&type=4&status=1&county=3`. A type without its category is dropped, because the choices of
 * types depend on the category. `q` is what the person searches for, `saved` the saved view that the filters come from.
 * Sizes are in kilobytes.
 */
export const DOCUMENTS_ADDRESS = addressCodec(
  {
    page: pageNumber(),
    category: id(),
    type: id(),
    status: id(),
    county: id(),
    q: text(),
    order: oneOf<Order>(ORDERS, 'list'),
    from: day(),
    to: day(),
    year: id(),
    user: text(),
    ownerNumber: id(),
    agent: text(),
    owner: oneOf(YES_NO),
    duplicates: oneOf(YES_NO),
    unreadable: oneOf(YES_NO),
    corrected: oneOf(YES_NO),
    file: oneOf(FILE_TYPES),
    minSize: id(),
    maxSize: id(),
    assigned: text(),
    saved: { ...id(), isFilter: false },
  },
  (state) => ({
    ...state,
    ...(state.category === null && { type: null }),
    ...(state.q.trim() === '' && { q: '', order: state.order === 'best' ? 'list' : state.order }),
  }),
)

export type DocumentsState = ReturnType<typeof DOCUMENTS_ADDRESS.read>['state']
export type DocumentsFilters = Omit<DocumentsState, 'page'>

/** The filters that the person chooses by a name. */
export type NamedFilter = 'category' | 'type' | 'status' | 'county'

export const NO_MORE_FILTERS = {
  from: '',
  to: '',
  year: null,
  user: '',
  ownerNumber: null,
  agent: '',
  owner: null,
  duplicates: null,
  unreadable: null,
  corrected: null,
  file: null,
  minSize: null,
  maxSize: null,
  assigned: '',
} satisfies Partial<DocumentsFilters>

/** The filters behind *More filters*. */
export type MoreFilters = Pick<DocumentsFilters, keyof typeof NO_MORE_FILTERS>

export const NO_FILTERS: DocumentsFilters = {
  category: null,
  type: null,
  status: null,
  county: null,
  q: '',
  order: 'list',
  saved: null,
  ...NO_MORE_FILTERS,
}

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
export function filterChange(name: NamedFilter, id: number | null): Partial<DocumentsFilters> {
  return { ...(name === 'category' && { type: null }), [name]: id }
}
