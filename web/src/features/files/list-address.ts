/** What the documents list shows, as its address says it: `/home?page=2&category=1&type=4&status=1&county=3`. */
export type ListFilters = {
  readonly categoryId?: number
  readonly typeId?: number
  readonly statusId?: number
  readonly countyId?: number
}

export type ListAddress = { readonly page: number; readonly filters: ListFilters }

const WHOLE_NUMBER = /^[1-9]\d{0,8}$/u

function numberOf(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return WHOLE_NUMBER.test(text) ? Number(text) : undefined
}

/**
 * Reads an address that anybody may have typed: what is not a whole number counts as not set.
 * A type without its category is dropped, because the choices of types depend on the category.
 */
export function readListAddress(params: URLSearchParams): ListAddress {
  const categoryId = numberOf(params, 'category')
  const typeId = categoryId === undefined ? undefined : numberOf(params, 'type')
  const statusId = numberOf(params, 'status')
  const countyId = numberOf(params, 'county')
  return {
    page: numberOf(params, 'page') ?? 1,
    filters: {
      ...(categoryId !== undefined && { categoryId }),
      ...(typeId !== undefined && { typeId }),
      ...(statusId !== undefined && { statusId }),
      ...(countyId !== undefined && { countyId }),
    },
  }
}

/**
 * The address as it counts for this person. The county is the administrators' filter: named in anybody else's address,
 * by a link from an administrator for one, it is dropped, because the call refuses another county than one's own.
 */
export function addressFor({ isAdmin }: { isAdmin: boolean }, { page, filters }: ListAddress): ListAddress {
  const { countyId: _countyId, ...others } = filters
  return { page, filters: isAdmin ? filters : others }
}

/** The address of a view; the first page and filters that are not set leave no trace in it. */
export function writeListAddress({ page, filters }: ListAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (page > 1) params.set('page', String(page))
  if (filters.categoryId !== undefined) params.set('category', String(filters.categoryId))
  if (filters.typeId !== undefined) params.set('type', String(filters.typeId))
  if (filters.statusId !== undefined) params.set('status', String(filters.statusId))
  if (filters.countyId !== undefined) params.set('county', String(filters.countyId))
  return params
}

export function countFilters(filters: ListFilters): number {
  return Object.keys(filters).length
}

/** The filters after one of them was set, or taken off with null; a new category takes the type with it. */
export function withFilter(filters: ListFilters, name: keyof ListFilters, id: number | null): ListFilters {
  const gone: ReadonlySet<string> = new Set(name === 'categoryId' ? ['categoryId', 'typeId'] : [name])
  const others = Object.fromEntries(Object.entries(filters).filter(([each]) => !gone.has(each)))
  return id === null ? others : { ...others, [name]: id }
}
