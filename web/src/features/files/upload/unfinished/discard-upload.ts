import { endResumable } from '@portal/contract/files/resumable.ts'
import { CallError, handleUnauthorized, periodToSendIn } from '../../../../lib/call.ts'
import { endByTus } from '../queue/send-by-tus.ts'

export async function discardUpload({ id }: { readonly id: string }): Promise<void> {
  const period = await periodToSendIn(endResumable)
  try {
    await endByTus(id, period)
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 401) handleUnauthorized(endResumable, period)
    throw failure
  }
}
