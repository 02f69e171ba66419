import {
  listCategories,
  listCounties,
  listRelationTypes,
  listTypes,
  listTypesOfCategory,
} from '@portal/contract/lookups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Milliseconds. Lookups change when the firm changes its settings, not while somebody works. */
const LOOKUPS_STAY_FRESH = 5 * 60_000

export const categoriesQuery = queryOptions({
  queryKey: ['lookups', 'categories'],
  queryFn: ({ signal }) => call(listCategories, { signal }),
  staleTime: LOOKUPS_STAY_FRESH,
})

/** The types of all categories. */
export const typesQuery = queryOptions({
  queryKey: ['lookups', 'types'],
  queryFn: ({ signal }) => call(listTypes, { signal }),
  staleTime: LOOKUPS_STAY_FRESH,
})

/** The types of one category; asks nothing while there is none. */
export function typesOfCategoryQuery(categoryId: number | undefined) {
  return queryOptions({
    queryKey: ['lookups', 'types', categoryId ?? 'none'],
    queryFn: ({ signal }) =>
      categoryId === undefined ? [] : call(listTypesOfCategory, { params: { categoryId }, signal }),
    staleTime: LOOKUPS_STAY_FRESH,
    enabled: categoryId !== undefined,
  })
}

/** How an owner or an agent may relate to a document. */
export const relationTypesQuery = queryOptions({
  queryKey: ['lookups', 'relation types'],
  queryFn: ({ signal }) => call(listRelationTypes, { signal }),
  staleTime: LOOKUPS_STAY_FRESH,
})

/** All counties: for administrators, nobody else may ask. */
export function countiesQuery({ isAdmin }: { isAdmin: boolean }) {
  return queryOptions({
    queryKey: ['lookups', 'counties'],
    queryFn: ({ signal }) => call(listCounties, { signal }),
    staleTime: LOOKUPS_STAY_FRESH,
    enabled: isAdmin,
  })
}
