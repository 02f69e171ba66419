import type { lookAtPasswordLink as lookAtCall } from '@portal/contract/sign-in/registration.ts'
import { parseEmail } from '@portal/contract/email.ts'
import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { findAccount } from '../../records/accounts/base/accounts.repository.ts'
import { findPasswordLink } from '../../records/accounts/base/token.repository.ts'
import { hashToken } from '../../records/sessions/token.ts'
import type { AnonymousContext } from '../../records/context.ts'
import { unknownLinkLimits } from './mail-requests.limits.ts'

type Found = ResultOf<typeof lookAtCall>

const UNKNOWN: Found = { state: 'unknown', isFirst: false, counties: [] }

/**
 * Returns the state of a mailed password link, without changing anything. Only the holder of the token learns about the
 * account. Other links, and the link of a disabled person, are unknown.
 * @throws PortalError 429 after too many unknown links.
 */
export async function lookAtPasswordLink(
  context: AnonymousContext,
  { email: text, token }: BodyOf<typeof lookAtCall>,
): Promise<Found> {
  const { database, clock, actor } = context
  const email = parseEmail(text)?.address ?? ''
  const asked = { tokenHash: hashToken(token), email, now: clock.now() }
  // The limit applies only to unknown links, so wrong links of others in the network do not block a valid one.
  const link = await findPasswordLink(database.kysely, asked)
  const account = link && (await findAccount(database.kysely, email))
  if (!link || !account || account.isDisabled) {
    await admitAttempt(context, unknownLinkLimits(actor.caller.address))
    return UNKNOWN
  }
  return {
    state: link.isOver ? 'over' : 'good',
    isFirst: link.isFirst,
    counties: link.isOver ? [] : account.counties.map(({ name }) => name),
  }
}
