import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { numberInAddress } from '../../lib/address-number.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'

/** What the documents list shows, as its address says it: `/home?page=2&category=1&type=4&status=1&county=3`. */
export type ListFilters = {
  readonly categoryId?: number
  readonly typeId?: number
  readonly statusId?: number
  readonly countyId?: number
}

export type ListAddress = { readonly page: number; readonly filters: ListFilters }

/**
 * Reads an address that anybody may have typed: what is not a whole number counts as not set.
 * A type without its category is dropped, because the choices of types depend on the category.
 */
export function readListAddress(params: URLSearchParams): ListAddress {
  const categoryId = numberInAddress(params, 'category')
  const typeId = categoryId === null ? null : numberInAddress(params, 'type')
  const statusId = numberInAddress(params, 'status')
  const countyId = numberInAddress(params, 'county')
  return {
    page: numberInAddress(params, 'page') ?? 1,
    filters: {
      ...(categoryId !== null && { categoryId }),
      ...(typeId !== null && { typeId }),
      ...(statusId !== null && { statusId }),
      ...(countyId !== null && { countyId }),
    },
  }
}

type Viewer = Pick<Session, 'isAdmin' | 'counties'>

/**
 * The address as it applies to this person. A county that they may not filter by, for example in a link from an
 * administrator, is dropped, because the call refuses it.
 */
export function addressFor(person: Viewer, { page, filters }: ListAddress): ListAddress {
  const { countyId, ...others } = filters
  const isTheirs = countyId === undefined || mayFilterBy(person, countyId)
  return { page, filters: isTheirs ? filters : others }
}

function mayFilterBy(person: Viewer, countyId: number): boolean {
  if (person.isAdmin) return true
  return seesSeveralCounties(person) && person.counties.some(({ CountyID }) => CountyID === countyId)
}

/** The address of a view; the first page and filters that are not set are left out. */
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

/** The filters after one was set, or removed with null; a new category removes the type too. */
export function withFilter(filters: ListFilters, name: keyof ListFilters, id: number | null): ListFilters {
  const gone: ReadonlySet<string> = new Set(name === 'categoryId' ? ['categoryId', 'typeId'] : [name])
  const others = Object.fromEntries(Object.entries(filters).filter(([each]) => !gone.has(each)))
  return id === null ? others : { ...others, [name]: id }
}
