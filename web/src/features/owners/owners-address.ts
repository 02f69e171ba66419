import { numberInAddress } from '../../lib/address-number.ts'

/**
 * The state of the owner table in its address: `/owner-details?county=3&year=2025&search=oil&sort=current&order=desc`.
 */
export type SortColumn = 'name' | 'current' | 'prior'
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean }

export type OwnersAddress = {
  readonly countyId: number | null
  /** Null selects the newest year. */
  readonly year: number | null
  readonly search: string
  readonly sort: Sort
}

/** The default order: by name. */
const FIRST_SORT: Sort = { column: 'name', isDescending: false }
export const SORT_COLUMNS: ReadonlySet<string> = new Set<SortColumn>(['name', 'current', 'prior'])

export function isSortColumn(text: string | null): text is SortColumn {
  return text !== null && SORT_COLUMNS.has(text)
}

/** Parses an address that may have been typed by hand: invalid values count as unset. */
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

/** The address of a view; unset values and the default order are omitted. */
export function writeOwnersAddress({ countyId, year, search, sort }: OwnersAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (countyId !== null) params.set('county', String(countyId))
  if (year !== null) params.set('year', String(year))
  if (search !== '') params.set('search', search)
  if (sort.column !== FIRST_SORT.column) params.set('sort', sort.column)
  if (sort.isDescending) params.set('order', 'desc')
  return params
}

/** The order after a click on a column's heading: reversed, or ascending by a new column. */
export function sortAfterPress(sort: Sort, column: SortColumn): Sort {
  return { column, isDescending: sort.column === column && !sort.isDescending }
}
