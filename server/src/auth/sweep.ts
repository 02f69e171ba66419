import { sweepAttempts } from '../throttle/throttle.ts'
import type { World } from '../world.ts'
import { forgetNetworksBefore } from './known-networks.repository.ts'
import { forgetPlacesBefore } from './confirmation.repository.ts'
import { forgetRegistrationsBefore } from './registration.repository.ts'
import { aliveAfter } from './session.ts'
import { deleteDeadSessions } from './session.repository.ts'
import { NETWORK_KNOWN_FOR } from './sign-in.limits.ts'
import { forgetTokensExpiredBy } from './token.repository.ts'

/** Milliseconds after which a registration that nobody confirmed is forgotten, with its password. */
const REGISTRATION_KEPT_FOR = 30 * 24 * 3_600_000

/** Removes sessions, links and registrations that are over, and attempts and networks that no longer count. */
export async function sweepAccounts(world: World): Promise<void> {
  const { kysely } = world.database
  const now = world.clock.now()
  await deleteDeadSessions(kysely, aliveAfter(now))
  await forgetNetworksBefore(kysely, new Date(now.getTime() - NETWORK_KNOWN_FOR))
  await forgetPlacesBefore(kysely, new Date(now.getTime() - NETWORK_KNOWN_FOR))
  await forgetTokensExpiredBy(kysely, now)
  await forgetRegistrationsBefore(kysely, new Date(now.getTime() - REGISTRATION_KEPT_FOR))
  await sweepAttempts(world)
}
