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

/** Every file in a batch of a thousand may have the wrong type. */
const MAX_REFUSED = 1000
const WITHIN_MS = 15 * MINUTE_MS

/**
 * Runs `begin` unless too many attempts of this account were refused lately. A refused attempt costs as much as an
 * accepted one, and no other limit applies to it. Refusals with 429 do not count.
 * @throws PortalError 429 with Retry-After; the errors of `begin`.
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
  return [{ bucket, most: MAX_REFUSED, withinMs: WITHIN_MS }]
}

function isRefusal(error: unknown): boolean {
  return error instanceof PortalError && error.status < 500 && error.status !== 429
}
