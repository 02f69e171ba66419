import type { PersonContext } from '../../records/context.ts'
import { actOnDocuments, type Conditions } from '../../records/documents/act-on-documents.ts'
import { mayDeletePermanently, refuseOutsideBin } from '../../records/documents/documents.policy.ts'

/**
 * Deletes a document of the bin for good.
 * @throws 404 for one not to be seen, 403 for one not theirs, 409 for one that is not in the bin.
 */
export async function deleteForGood(context: PersonContext, documentId: number): Promise<void> {
  await remove(context, [documentId], 'fail')
}

/**
 * Deletes documents of the bin for good, all or none. What does not exist, or is not to be seen, counts as gone.
 * @returns how many were deleted now.
 * @throws 403 when one is seen but not theirs, 409 when one is not in the bin.
 */
export async function deleteManyForGood(
  context: PersonContext,
  documentIds: readonly number[],
): Promise<number> {
  // One list of a person after the other: each holds a connection for as long as it waits for a document.
  return context.lockLimiter.run(context.actor.person.accountId, () => remove(context, documentIds, 'skip'))
}

async function remove(
  context: PersonContext,
  documentIds: readonly number[],
  missing: Conditions['missing'],
): Promise<number> {
  const { person } = context.actor
  const { documents } = await actOnDocuments(
    context,
    documentIds,
    { may: (document) => mayDeletePermanently(person, document), state: refuseOutsideBin, missing },
    () => ({ decide: () => ({ change: 'remove' }) }),
  )
  return documents.length
}
