import {
  listCategories,
  listCounties,
  listRelationTypes,
  listTypes,
  listTypesOfCategory,
} from '@portal/contract/lookups/lookups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readCounties, readNamed } from './lookups.wire.ts'

/** Lookups change only when the firm changes its settings, which is rare during work. */
const LOOKUPS_STALE_TIME_MS = 5 * 60_000

export const categoriesQuery = queryOptions({
  queryKey: ['lookups', 'categories'],
  queryFn: async ({ signal }) => readNamed(await call(listCategories, { signal })),
  staleTime: LOOKUPS_STALE_TIME_MS,
})

/** The types of all categories. */
export const typesQuery = queryOptions({
  queryKey: ['lookups', 'types'],
  queryFn: async ({ signal }) => readNamed(await call(listTypes, { signal })),
  staleTime: LOOKUPS_STALE_TIME_MS,
})

/** The types of one category; disabled while no category is selected. */
export function typesOfCategoryQuery(categoryId: number | undefined) {
  return queryOptions({
    queryKey: ['lookups', 'types', categoryId ?? 'none'],
    queryFn: async ({ signal }) =>
      categoryId === undefined
        ? []
        : readNamed(await call(listTypesOfCategory, { params: { categoryId }, signal })),
    staleTime: LOOKUPS_STALE_TIME_MS,
    enabled: categoryId !== undefined,
  })
}

/** The possible relations of an owner or an agent to a document. */
export const relationTypesQuery = queryOptions({
  queryKey: ['lookups', 'relation types'],
  queryFn: async ({ signal }) => readNamed(await call(listRelationTypes, { signal })),
  staleTime: LOOKUPS_STALE_TIME_MS,
})

/** All counties, for administrators. */
export const countiesQuery = queryOptions({
  queryKey: ['lookups', 'counties'],
  queryFn: async ({ signal }) => readCounties(await call(listCounties, { signal })),
  staleTime: LOOKUPS_STALE_TIME_MS,
})
