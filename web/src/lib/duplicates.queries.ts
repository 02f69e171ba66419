import { listTwins } from '@portal/contract/files/duplicates.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readTwins } from './duplicates.wire.ts'

/** The other documents with the same bytes; asked when somebody looks at the details of one. */
export function twinsQuery(fileId: number) {
  return queryOptions({
    queryKey: ['twins', fileId],
    queryFn: async ({ signal }) => readTwins(await call(listTwins, { params: { fileId }, signal })),
    staleTime: 0,
  })
}
