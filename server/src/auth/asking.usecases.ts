import { ownNetworkOf } from '../throttle/network.ts'
import { countedAttempt, countedIfRoom } from '../throttle/throttle.ts'
import type { Context, World } from '../world.ts'
import { askingLimits, mailLimits, type MailShare } from './asking.limits.ts'
import { isKnownNetwork } from './known-networks.repository.ts'
import { NETWORK_KNOWN_FOR } from './sign-in.limits.ts'

/** Counts a call that sends mail to that address. Throws 429 after too many. */
export async function countedAsking(context: Context, email: string): Promise<MailShare> {
  const share = await findShare(context, email)
  await countedAttempt(context, askingLimits(share, context.caller.address))
  return share
}

async function findShare({ database, clock, caller }: Context, email: string): Promise<MailShare> {
  const knownSince = new Date(clock.now().getTime() - NETWORK_KNOWN_FOR)
  const visit = { email, network: ownNetworkOf(caller), knownSince }
  return { email, isKnownNetwork: await isKnownNetwork(database.kysely, visit) }
}

/**
 * Whether one more mail may be queued for the address; counts it. Who asked must not hear a no: how many mails there
 * were tells what the portal knows of the address. Ask it outside of a transaction, which would not wait for the disk.
 */
export async function mayMail(world: World, share: MailShare): Promise<boolean> {
  for (const limit of mailLimits(share)) {
    if (await countedIfRoom(world, [limit])) return true
  }
  world.log.warn({}, 'A mail was left out: its address had too many within the hour.')
  return false
}
