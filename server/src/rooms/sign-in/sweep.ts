import { sweepAttempts } from '../../engines/throttle/throttle.ts'
import type { World } from '../../records/context.ts'
import { deleteHalfSessionsBefore } from '../../records/sessions/half-session.repository.ts'
import { deleteDevicesBefore } from '../../records/accounts/base/known-devices.repository.ts'
import { deleteNetworksBefore } from '../../records/accounts/known-networks.repository.ts'
import { deleteIdentitiesToJoinExpiredBy } from '../../records/accounts/identities/identity-to-join.repository.ts'
import { deleteIssuerRequestsExpiredBy } from '../../records/accounts/identities/issuer-request.repository.ts'
import { deleteChallengesExpiredBy } from '../../records/accounts/passkeys/passkey-challenge.repository.ts'
import { deletePlacesBefore } from '../../records/accounts/confirmation.repository.ts'
import { deleteRegistrationsBefore } from '../../records/accounts/base/registration.repository.ts'
import { HALF_SESSION_LIFETIME_MS } from './second-factor/half-cookie.ts'
import { lastCutoffs } from '../../records/sessions/session-bounds.ts'
import { deleteExpiredSessions } from '../../records/sessions/session.repository.ts'
import { NETWORK_KNOWN_FOR_MS } from '../../records/proofs/sign-in.limits.ts'
import { deleteTokensExpiredBy } from '../../records/accounts/base/token.repository.ts'

/** Milliseconds after which an unconfirmed registration is deleted, with its password. */
const REGISTRATION_KEPT_FOR_MS = 30 * 24 * 3_600_000

/** Milliseconds after which a device counts as new again. */
const DEVICE_KNOWN_FOR_MS = 180 * 24 * 3_600_000

/** Milliseconds from its creation during which an expired password link is called expired instead of unknown. */
const LINK_REMEMBERED_FOR_MS = 30 * 24 * 3_600_000

/** Deletes expired sessions, links, challenges and registrations, and attempts and networks that no longer count. */
export async function sweepAccounts(world: World): Promise<void> {
  const { kysely } = world.database
  const now = world.clock.now()
  await deleteHalfSessionsBefore(kysely, new Date(now.getTime() - HALF_SESSION_LIFETIME_MS))
  await deleteExpiredSessions(kysely, lastCutoffs(world.settings, now))
  await deleteNetworksBefore(kysely, new Date(now.getTime() - NETWORK_KNOWN_FOR_MS))
  await deleteDevicesBefore(kysely, new Date(now.getTime() - DEVICE_KNOWN_FOR_MS))
  await deletePlacesBefore(kysely, new Date(now.getTime() - NETWORK_KNOWN_FOR_MS))
  await deleteTokensExpiredBy(kysely, {
    now,
    rememberedSince: new Date(now.getTime() - LINK_REMEMBERED_FOR_MS),
  })
  await deleteChallengesExpiredBy(kysely, now)
  await deleteIssuerRequestsExpiredBy(kysely, now)
  await deleteIdentitiesToJoinExpiredBy(kysely, now)
  await deleteRegistrationsBefore(kysely, new Date(now.getTime() - REGISTRATION_KEPT_FOR_MS))
  await sweepAttempts(world)
}
