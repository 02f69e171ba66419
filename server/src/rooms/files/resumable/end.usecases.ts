import { STORED_ALREADY } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { holdingUpload } from '../../../records/intake/resumable/held-upload.ts'
import { removeUploads } from '../../../records/intake/resumable/sweep-uploads.ts'

/**
 * Removes an upload of the caller and what came of it.
 * @throws PortalError 404, and 409 for one that is a document.
 */
export async function endUpload(context: PersonContext, id: string): Promise<void> {
  const own = { id, accountId: context.actor.person.accountId }
  await holdingUpload(context, own, async ({ upload }) => {
    if (upload.state === 'stored') throw failure(STORED_ALREADY)
    await removeUploads(context, [id])
  })
}
