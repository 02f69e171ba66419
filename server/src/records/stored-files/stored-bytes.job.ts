import { z } from 'zod'
import { job, type JobKind } from '../../engines/jobs/jobs.ts'

/** Queued by servers of an older release with the deletion of a document. */
const REMOVE_STORED_BYTES: JobKind<{ storageKey: string }> = {
  kind: 'remove-stored-bytes',
  payload: z.object({ storageKey: z.string() }),
  lane: 'files',
  attempts: 12,
}

/** Does nothing: what is to go stands in stored_object, whoever deleted it, and goes once it was kept for long enough. */
export const removeStoredBytes = job(REMOVE_STORED_BYTES, async () => {})
