import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import {
  bucketOf,
  countIfAllowed,
  isAnyReached,
  MINUTE_MS,
  type Limit,
} from '../../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../../records/context.ts'

/** A batch of a thousand files may be of the wrong kind, all of it. */
const MOST_REFUSED = 1000
const WITHIN_MS = 15 * MINUTE_MS

/**
 * Does `begin` unless too many uploads that this person began were refused lately: such a one costs as much as one that is
 * begun, and nothing else bounds it. What was refused because there is too much already is not counted.
 * @throws PortalError 429 with Retry-After; what `begin` throws.
 */
export async function countingRefused<T>(context: PersonContext, begin: () => Promise<T>): Promise<T> {
  const limits = limitsOf(context)
  if (context.settings.rateLimit && (await isAnyReached(context, limits))) {
    throw failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: WITHIN_MS / 1000 })
  }
  try {
    return await begin()
  } catch (error) {
    if (isRefusal(error)) await countIfAllowed(context, limits)
    throw error
  }
}

function limitsOf({ actor }: PersonContext): Limit[] {
  const bucket = bucketOf('refused uploads of account', String(actor.person.accountId))
  return [{ bucket, most: MOST_REFUSED, withinMs: WITHIN_MS }]
}

function isRefusal(error: unknown): boolean {
  return error instanceof PortalError && error.status < 500 && error.status !== 429
}
