import type { DocumentType } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { useCounties } from '../../../lib/counties.ts'
import { categoriesQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { documentTypesQuery } from '../facts/document-types.queries.ts'
import { openCounties } from '../facts/upload-county.ts'

const NO_ITEMS: readonly DocumentType[] = []

/** The lookups that the fields offer and that the rows take their names from. */
export function useQueueNames() {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(documentTypesQuery)
  const counties = openCounties(useCounties())
  return {
    categories: { list: categories.data ?? NO_ITEMS, reload: retryIfNotLoaded(categories) },
    types: types.data ?? NO_ITEMS,
    counties,
  }
}
