import { z } from 'zod'
import { job, type JobKind } from '../../engines/jobs/jobs.ts'

/** Servers of an older release queue it when they delete a document. */
const REMOVE_STORED_BYTES: JobKind<{ storageKey: string }> = {
  kind: 'remove-stored-bytes',
  payload: z.object({ storageKey: z.string() }),
  lane: 'files',
  attempts: 12,
}

/**
 * Does nothing: stored_object lists the bytes to remove, whichever server deleted them. The sweeper removes them after
 * the retention time.
 */
export const removeStoredBytes = job(REMOVE_STORED_BYTES, async () => {})
