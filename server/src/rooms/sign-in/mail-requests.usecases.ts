import { ownNetworkOf } from '../../engines/http/network.ts'
import { admitAttempt, countIfAllowed } from '../../engines/throttle/throttle.ts'
import type { AnonymousContext, World } from '../../records/context.ts'
import { mailRequestLimits, mailLimits, type MailShare } from './mail-requests.limits.ts'
import { isKnownNetwork } from '../../records/accounts/known-networks.repository.ts'
import { NETWORK_KNOWN_FOR_MS } from '../../records/proofs/sign-in.limits.ts'

/**
 * Counts a call that mails to that address.
 * @throws PortalError 429 after too many.
 */
export async function countMailRequest(context: AnonymousContext, email: string): Promise<MailShare> {
  const share = await findShare(context, email)
  await admitAttempt(context, mailRequestLimits(share, context.actor.caller.address))
  return share
}

async function findShare(
  { database, clock, actor: { caller } }: AnonymousContext,
  email: string,
): Promise<MailShare> {
  const knownSince = new Date(clock.now().getTime() - NETWORK_KNOWN_FOR_MS)
  const visit = { email, network: ownNetworkOf(caller), knownSince }
  return { email, isKnownNetwork: await isKnownNetwork(database.kysely, visit) }
}

/**
 * Counts one more mail for the address, and returns whether it may be queued. Do not show the result to the caller: the
 * number of mails reveals what the portal knows of the address. Call it outside a transaction, because a transaction
 * would not wait for the disk.
 */
export async function claimMail(world: World, share: MailShare): Promise<boolean> {
  for (const limit of mailLimits(share)) {
    if (await countIfAllowed(world, [limit])) return true
  }
  world.log.warn({}, 'A mail was left out: its address had too many within the hour.')
  return false
}
