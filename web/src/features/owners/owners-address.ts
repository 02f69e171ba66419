import { numberInAddress } from '../../lib/address-number.ts'

/** What the owner table shows, as its address says it: `/owner-details?county=3&year=2025&search=oil&sort=current&order=desc`. */
export type SortColumn = 'name' | 'current' | 'prior'
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean }

export type OwnersAddress = {
  readonly countyId: number | null
  /** Null where the address names none: the newest. */
  readonly year: number | null
  readonly search: string
  readonly sort: Sort
}

/** By name, unless the address says otherwise. */
const FIRST_SORT: Sort = { column: 'name', isDescending: false }
const SORTED_BY: ReadonlySet<string> = new Set<SortColumn>(['name', 'current', 'prior'])

function isSortColumn(text: string | null): text is SortColumn {
  return text !== null && SORTED_BY.has(text)
}

/** Reads an address that anybody may have typed: what makes no sense counts as not set. */
export function readOwnersAddress(params: URLSearchParams): OwnersAddress {
  const column = params.get('sort')
  return {
    countyId: numberInAddress(params, 'county'),
    year: numberInAddress(params, 'year'),
    search: params.get('search') ?? '',
    sort: {
      column: isSortColumn(column) ? column : FIRST_SORT.column,
      isDescending: params.get('order') === 'desc',
    },
  }
}

/** The address of a view; what is not set, and the default order, are left out. */
export function writeOwnersAddress({ countyId, year, search, sort }: OwnersAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (countyId !== null) params.set('county', String(countyId))
  if (year !== null) params.set('year', String(year))
  if (search !== '') params.set('search', search)
  if (sort.column !== FIRST_SORT.column) params.set('sort', sort.column)
  if (sort.isDescending) params.set('order', 'desc')
  return params
}

/** The same view of whatever county is shown where the address names none. */
export function withoutCounty(params: URLSearchParams): URLSearchParams {
  return writeOwnersAddress({ ...readOwnersAddress(params), countyId: null })
}

/** The order after a press on a column's heading: reversed, or ascending by another column. */
export function sortAfterPress(sort: Sort, column: SortColumn): Sort {
  return { column, isDescending: sort.column === column && !sort.isDescending }
}
