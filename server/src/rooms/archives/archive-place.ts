import { TOO_MANY_ARCHIVES } from '@portal/contract/archives/archives.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Release } from '../../engines/limiter/places.ts'
import type { PersonContext } from '../../records/context.ts'

/** Seconds after which another archive may have ended. */
const RETRY_SECONDS = 60

/**
 * A slot of an open archive, of the person and of the server (R21.8).
 * @throws PortalError 429 if none is free.
 */
export function takeArchivePlace({
  archivePlaces,
  actor,
}: Pick<PersonContext, 'archivePlaces' | 'actor'>): Release {
  const leave = archivePlaces.tryTake(actor.person.accountId)
  if (!leave) throw failure(TOO_MANY_ARCHIVES, { retryAfterSeconds: RETRY_SECONDS })
  return leave
}
