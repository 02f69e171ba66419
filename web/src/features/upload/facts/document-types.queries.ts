import { listTypes, type DocumentType } from '@portal/contract/lookups/lookups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { rowsOf } from '../../../lib/wire.ts'

const LOOKUPS_STALE_TIME_MS = 5 * 60_000

/** The types of all categories, each with its category. */
export const documentTypesQuery = queryOptions({
  queryKey: ['lookups', 'types', 'with their category'],
  queryFn: async ({ signal }) => readDocumentTypes(await call(listTypes, { signal })),
  staleTime: LOOKUPS_STALE_TIME_MS,
})

function readDocumentTypes(answer: readonly DocumentType[]): readonly DocumentType[] {
  return rowsOf(answer).map(({ ID, Name, CategoryID }) => ({
    ID: ID ?? 0,
    Name: Name ?? '',
    CategoryID: CategoryID ?? 0,
  }))
}
