import type { PersonContext } from '../../../records/context.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import { actOnDocument } from '../../../records/documents/act-on-documents.ts'
import { mayDelete, refuseInBin } from '../../../records/documents/documents.policy.ts'

/**
 * Moves a document to the recycle bin.
 * @throws 404 if the caller may not see it, 403 if they may not delete it, 409 if it is in the bin, 429 after too many.
 */
export async function deleteDocument(context: PersonContext, documentId: number): Promise<void> {
  const { person } = context.actor
  await admitAttempt(context, repeatedActLimits(context.actor, 'bin'))
  await actOnDocument(
    context,
    documentId,
    { may: (document) => mayDelete(person, document), state: refuseInBin },
    ({ file_name: fileName }) => ({
      decide: () => ({
        change: { deleted_at: context.clock.now(), deleted_by: person.accountId },
        entries: [{ action: 'document.binned', before: { fileName } }],
      }),
    }),
  )
}
