import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { MANY_DELETED_FOR_GOOD } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { CallError } from '../../lib/call.ts'
import { failedBy } from '../../lib/failure-text.ts'
import { bulkFailureText, deleteFailureText, NETWORK_ERROR } from './bin-texts.ts'

/** The result for a selection: the files that left the bin, and the message. */
export type BulkOutcome = {
  readonly gone: readonly number[]
  readonly tone: 'success' | 'error'
  readonly text: string
}

export type DeletionCalls = {
  readonly many: (ids: number[]) => Promise<unknown>
  readonly one: (id: number) => Promise<unknown>
}

/** Deletes files permanently in one call, or one by one if the server lacks that call (404). Never throws. */
export async function deleteSelected(ids: readonly number[], calls: DeletionCalls): Promise<BulkOutcome> {
  try {
    await calls.many([...ids])
    return succeeded(ids)
  } catch (failure) {
    if (statusOf(failure) === 404) return deleteOneByOne(ids, calls)
    return { gone: [], tone: 'error', text: bulkFailureText(failure) }
  }
}

async function deleteOneByOne(ids: readonly number[], { one }: DeletionCalls): Promise<BulkOutcome> {
  const gone: number[] = []
  let reason: string | null = null
  for (const id of ids) {
    try {
      await one(id)
      gone.push(id)
    } catch (failure) {
      const status = statusOf(failure)
      // Without a connection or a session, the others would fail too.
      if (status === 0 || status === 401) return { gone, tone: 'error', text: NETWORK_ERROR }
      // Someone else deleted it first: it is gone anyway.
      if (failedBy(failure, FILE_NOT_FOUND)) gone.push(id)
      else reason ??= deleteFailureText(failure)
    }
  }
  if (reason === null) return succeeded(ids)
  const left = ids.length - gone.length
  return { gone, tone: 'error', text: `${reason} ${left} of ${ids.length} selected files were not deleted.` }
}

function succeeded(ids: readonly number[]): BulkOutcome {
  return { gone: ids, tone: 'success', text: MANY_DELETED_FOR_GOOD }
}

/** The HTTP status; 0 if there was no response. */
function statusOf(failure: unknown): number {
  return failure instanceof CallError ? failure.status : 0
}
