import { networkOf, siteOf } from '../../engines/http/network.ts'
import { bucketOf, DAY_MS, MINUTE_MS, type Limit } from '../../engines/throttle/throttle.ts'

/** In milliseconds: how long a network that an account signed in from has its own allowance. */
export const NETWORK_KNOWN_FOR_MS = 30 * DAY_MS
const WINDOW_MS = 15 * MINUTE_MS
const MAX_BY_ACCOUNT_AND_NETWORK = 10
const MAX_BY_NETWORK = 100
const MAX_CHALLENGES_BY_NETWORK = 1000
const MAX_CHALLENGES_BY_ACCOUNT = 100
const MAX_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 200
const MAX_A_DAY_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 1000
/** A site has 65,536 networks, so it gets the allowance of a few. */
const NETWORKS_OF_A_SITE = 5

type SignInAttempt = { username: string; callerAddress: string }

/**
 * The limits of failed sign-ins. Attempts from unknown networks use up only the account's allowance for unknown
 * networks. People on known networks do not need that allowance, so no attacker can lock them out.
 */
export function signInLimits({
  isKnownNetwork,
  ...attempt
}: SignInAttempt & { isKnownNetwork: boolean }): Limit[] {
  const network = networkOf(attempt.callerAddress)
  const limits = [
    {
      bucket: bucketOf('sign-in to account from network', attempt.username, network),
      most: MAX_BY_ACCOUNT_AND_NETWORK,
      withinMs: WINDOW_MS,
    },
    { bucket: bucketOf('sign-in from network', network), most: MAX_BY_NETWORK, withinMs: WINDOW_MS },
  ]
  return isKnownNetwork ? limits : [...limits, ...siteLimits(attempt), ...strangerLimits(attempt)]
}

function siteLimits({ username, callerAddress }: SignInAttempt): Limit[] {
  const site = siteOf(callerAddress)
  if (site === null) return []
  return [
    {
      bucket: bucketOf('sign-in to account from site', username, site),
      most: MAX_BY_ACCOUNT_AND_NETWORK * NETWORKS_OF_A_SITE,
      withinMs: WINDOW_MS,
    },
    {
      bucket: bucketOf('sign-in from site', site),
      most: MAX_BY_NETWORK * NETWORKS_OF_A_SITE,
      withinMs: WINDOW_MS,
    },
  ]
}

function strangerLimits({ username }: SignInAttempt): Limit[] {
  return [
    {
      bucket: bucketOf('sign-in to account from unknown networks', username),
      most: MAX_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS,
      withinMs: WINDOW_MS,
    },
    {
      bucket: bucketOf('a day of sign-in to account from unknown networks', username),
      most: MAX_A_DAY_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS,
      withinMs: DAY_MS,
    },
  ]
}

/** The limits of failed sign-ins with a passkey: those of a password, with the key instead of the username. */
export function passkeyLimits({
  credentialId,
  callerAddress,
}: {
  credentialId: string
  callerAddress: string
}): Limit[] {
  const attempt = { username: `passkey ${credentialId}`, callerAddress }
  // A key cannot be guessed. A limit for unknown networks is unnecessary, and would lock the key's owner out.
  return [...signInLimits({ ...attempt, isKnownNetwork: true }), ...siteLimits(attempt)]
}

/** How often passkey sign-ins may begin. Each screen begins one, and a building has many people behind one address. */
export function challengeLimits(callerAddress: string): Limit[] {
  const bucket = bucketOf('passkey sign-in from network', networkOf(callerAddress))
  const byNetwork = { bucket, most: MAX_CHALLENGES_BY_NETWORK, withinMs: WINDOW_MS }
  const site = siteOf(callerAddress)
  if (site === null) return [byNetwork]
  const most = MAX_CHALLENGES_BY_NETWORK * NETWORKS_OF_A_SITE
  return [byNetwork, { bucket: bucketOf('passkey sign-in from site', site), most, withinMs: WINDOW_MS }]
}

/** How often a signed-in person may begin to prove their identity with a passkey, or to add one. */
export function ownChallengeLimits({ accountId }: { accountId: number }): Limit[] {
  const bucket = bucketOf('passkey asked for by account', String(accountId))
  return [{ bucket, most: MAX_CHALLENGES_BY_ACCOUNT, withinMs: WINDOW_MS }]
}

/** How often people may be sent to issuers, and return without success. */
export function issuerLimits(callerAddress: string): Limit[] {
  const bucket = bucketOf('single sign-on from network', networkOf(callerAddress))
  return [{ bucket, most: MAX_CHALLENGES_BY_NETWORK, withinMs: WINDOW_MS }]
}

/** The sign-in limits that count attempts on one account. */
export function limitsOfAccount(attempt: SignInAttempt & { isKnownNetwork: boolean }): Limit[] {
  const ofAccount = new Set(bucketsOfAccount(attempt))
  return signInLimits(attempt).filter(({ bucket }) => ofAccount.has(bucket))
}

/**
 * The buckets of an account at this network. They are emptied when a person proves that they read the account's mail.
 */
export function bucketsOfAccount({ username, callerAddress }: SignInAttempt): string[] {
  const site = siteOf(callerAddress)
  return [
    bucketOf('sign-in to account from network', username, networkOf(callerAddress)),
    ...(site === null ? [] : [bucketOf('sign-in to account from site', username, site)]),
    ...strangerLimits({ username, callerAddress }).map(({ bucket }) => bucket),
  ]
}
