import {
  MAX_DOCUMENTS_PER_HOUR,
  MAX_RUN_DOCUMENTS,
  TOO_MANY_PER_HOUR,
  TOO_MANY_SELECTED,
} from '@portal/contract/runs/run-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../records/context.ts'
import { countSince } from '../../records/runs/runs.repository.ts'
import type { SelectionLimit } from '../../records/search-index/select-documents.ts'

/** The documents of one run. */
export const RUN_LIMIT: SelectionLimit = {
  most: MAX_RUN_DOCUMENTS,
  refuse: () => failure(TOO_MANY_SELECTED),
}

/**
 * Bounds the rows and audit records that the runs of one person write. They count one by one in no other limit.
 * @throws PortalError 429 for more documents than one person may change in an hour (R20.61).
 */
export async function requireRoomForRun(
  { database, clock, settings, actor: { person } }: PersonContext,
  documents: number,
): Promise<void> {
  if (!settings.rateLimit) return
  const since = new Date(clock.now().getTime() - HOUR_MS)
  const recent = await countSince(database.kysely, person.accountId, since)
  if (recent + documents <= MAX_DOCUMENTS_PER_HOUR) return
  const values = { files: recent.toLocaleString('en-US') }
  throw failure(TOO_MANY_PER_HOUR, { values, retryAfterSeconds: HOUR_MS / 1000 })
}
