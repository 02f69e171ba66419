import { ALREADY_STORED } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { withUploadLease } from '../../../records/intake/resumable/upload-lease.ts'
import { removeUploads } from '../../../records/intake/resumable/sweep-uploads.ts'

/**
 * Removes an upload of the caller and what came of it.
 * @throws PortalError 404, and 409 for one that is a document.
 */
export async function endUpload(context: PersonContext, id: string): Promise<void> {
  const own = { id, accountId: context.actor.person.accountId }
  await withUploadLease(context, own, async ({ upload }) => {
    if (upload.state === 'stored') throw failure(ALREADY_STORED)
    await removeUploads(context, [id])
  })
}
