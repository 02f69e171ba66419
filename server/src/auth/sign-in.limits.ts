import { bucketOf, MINUTE, type Limit } from '../throttle/throttle.ts'

/** Milliseconds: how long a network that an account has signed in from keeps an allowance of its own. */
export const NETWORK_KNOWN_FOR = 30 * 24 * 60 * MINUTE
const WITHIN = 15 * MINUTE
const OF_ACCOUNT_AND_NETWORK = 10
const OF_NETWORK = 100
const OF_ACCOUNT_FROM_UNKNOWN_NETWORKS = 200

type Asked = { username: string; network: string; isKnownNetwork: boolean }

/**
 * The limits of failed sign-ins. Guessers who come from everywhere use up an account's third allowance only, which its
 * people do not need at the places where they work: nobody can lock them out.
 */
export function signInLimits({ username, network, isKnownNetwork }: Asked): Limit[] {
  const limits = [
    {
      bucket: bucketOf('sign-in to account from network', username, network),
      most: OF_ACCOUNT_AND_NETWORK,
      within: WITHIN,
    },
    { bucket: bucketOf('sign-in from network', network), most: OF_NETWORK, within: WITHIN },
  ]
  if (isKnownNetwork) return limits
  const bucket = bucketOf('sign-in to account from unknown networks', username)
  return [...limits, { bucket, most: OF_ACCOUNT_FROM_UNKNOWN_NETWORKS, within: WITHIN }]
}
