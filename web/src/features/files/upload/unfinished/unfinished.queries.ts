import { endResumable, listResumable } from '@portal/contract/resumable.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, CallError, handleUnauthorized, periodToSendIn } from '../../../../lib/call.ts'
import { endByTus } from '../queue/send-by-tus.ts'
import { readUnfinished } from './unfinished.wire.ts'

/** The person's own uploads that broke off, the newest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished uploads'],
  queryFn: async ({ signal }) => readUnfinished(await call(listResumable, { signal })),
  staleTime: 0,
})

export async function discardUpload({ id }: { readonly id: string }): Promise<void> {
  const period = await periodToSendIn(endResumable)
  try {
    await endByTus(id, period)
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 401) handleUnauthorized(endResumable, period)
    throw failure
  }
}
