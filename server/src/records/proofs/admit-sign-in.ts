import { parseEmail } from '@portal/contract/email.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { Caller } from '../access/actor.ts'
import { PortalError } from '../../engines/http/errors.ts'
import {
  admitAttempt,
  bucketOf,
  countIfAllowed,
  DAY_MS,
  isAnyReached,
  type Attempt,
} from '../../engines/throttle/throttle.ts'
import { mailThrottledSignIn } from '../accounts/notices/enqueue-notices.ts'
import type { Engines } from '../../engines/engines.ts'
import { limitsOfAccount, signInLimits } from './sign-in.limits.ts'

type CallerContext = Engines & { readonly actor: { readonly caller: Caller } }
type SignInAttempt = { readonly username: string; readonly isKnownNetwork: boolean }

/**
 * Counts a sign-in attempt before any comparison. If the attempt exceeds a limit of the account, not only of its
 * network, the owner gets an email, at most once a day.
 * @throws PortalError 429 and 503, as `admitAttempt`.
 */
export async function admitSignIn(
  context: CallerContext,
  { username, isKnownNetwork }: SignInAttempt,
): Promise<Attempt> {
  const asked = { username, callerAddress: context.actor.caller.address, isKnownNetwork }
  try {
    return await admitAttempt(context, signInLimits(asked))
  } catch (error) {
    const isThrottled = error instanceof PortalError && error.code === TOO_MANY_ATTEMPTS.code
    if (isThrottled && (await isAnyReached(context, limitsOfAccount(asked))))
      await tellOwner(context, username)
    throw error
  }
}

/** Does the same work whether or not an account has that address. */
async function tellOwner(context: CallerContext, username: string): Promise<void> {
  const email = parseEmail(username)
  if (!email) return
  const recipient = email.address
  const once = { bucket: bucketOf('mail of throttled sign-in', recipient), most: 1, withinMs: DAY_MS }
  if (!(await countIfAllowed(context, [once]))) return
  const told = { email: recipient, cameFrom: context.actor.caller.address }
  await context.database.kysely
    .transaction()
    .execute((transaction) => mailThrottledSignIn(transaction, context, told))
  context.jobs.wake()
}
