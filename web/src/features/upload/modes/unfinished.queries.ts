import { listResumable } from '@portal/contract/files/resumable.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { readUnfinished } from './unfinished.wire.ts'

/** The person's own uploads that broke off, the newest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished uploads'],
  queryFn: async ({ signal }) => readUnfinished(await call(listResumable, { signal })),
  staleTime: 0,
})
