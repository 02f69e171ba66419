import { z } from 'zod'
import type { Engines } from '../../engines/engines.ts'
import { job, type JobKind } from '../../engines/jobs/jobs.ts'

/** Queued by servers of an older release with the deletion of a document; this one finds in stored_object what is to go. */
export const REMOVE_STORED_BYTES: JobKind<{ storageKey: string }> = {
  kind: 'remove-stored-bytes',
  payload: z.object({ storageKey: z.string() }),
  lane: 'files',
  attempts: 12,
}

export const removeStoredBytes = job(
  REMOVE_STORED_BYTES,
  ({ storage }: Pick<Engines, 'storage'>, { storageKey }) => storage.remove(storageKey),
)
