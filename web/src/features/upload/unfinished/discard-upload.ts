import { endResumable } from '@portal/contract/files/resumable.ts'
import { periodToSendIn } from '../../../lib/call.ts'
import { endByTus } from '../sender/send-by-tus.ts'

export async function discardUpload({ id }: { readonly id: string }): Promise<void> {
  await endByTus(id, await periodToSendIn(endResumable))
}
