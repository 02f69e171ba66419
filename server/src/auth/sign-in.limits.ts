import { networkOf, siteOf } from '../throttle/network.ts'
import { bucketOf, DAY, MINUTE, type Limit } from '../throttle/throttle.ts'

/** Milliseconds: how long a network that an account has signed in from keeps an allowance of its own. */
export const NETWORK_KNOWN_FOR = 30 * DAY
const WITHIN = 15 * MINUTE
const OF_ACCOUNT_AND_NETWORK = 10
const OF_NETWORK = 100
const OF_ACCOUNT_FROM_UNKNOWN_NETWORKS = 200
const OF_ACCOUNT_FROM_UNKNOWN_NETWORKS_A_DAY = 1000
/** A site has 65,536 networks, so it counts as a few of them. */
const NETWORKS_OF_A_SITE = 5

type Asked = { username: string; callerAddress: string }

/**
 * The limits of failed sign-ins. Guessers who come from everywhere use up an account's own allowance only, which its
 * people do not need at the places where they work: nobody can lock them out.
 */
export function signInLimits({ isKnownNetwork, ...asked }: Asked & { isKnownNetwork: boolean }): Limit[] {
  const network = networkOf(asked.callerAddress)
  const limits = [
    {
      bucket: bucketOf('sign-in to account from network', asked.username, network),
      most: OF_ACCOUNT_AND_NETWORK,
      within: WITHIN,
    },
    { bucket: bucketOf('sign-in from network', network), most: OF_NETWORK, within: WITHIN },
  ]
  return isKnownNetwork ? limits : [...limits, ...ofSite(asked), ...ofStrangers(asked)]
}

function ofSite({ username, callerAddress }: Asked): Limit[] {
  const site = siteOf(callerAddress)
  if (site === null) return []
  return [
    {
      bucket: bucketOf('sign-in to account from site', username, site),
      most: OF_ACCOUNT_AND_NETWORK * NETWORKS_OF_A_SITE,
      within: WITHIN,
    },
    { bucket: bucketOf('sign-in from site', site), most: OF_NETWORK * NETWORKS_OF_A_SITE, within: WITHIN },
  ]
}

function ofStrangers({ username }: Asked): Limit[] {
  return [
    {
      bucket: bucketOf('sign-in to account from unknown networks', username),
      most: OF_ACCOUNT_FROM_UNKNOWN_NETWORKS,
      within: WITHIN,
    },
    {
      bucket: bucketOf('a day of sign-in to account from unknown networks', username),
      most: OF_ACCOUNT_FROM_UNKNOWN_NETWORKS_A_DAY,
      within: DAY,
    },
  ]
}

/** What counts against an account at this network: emptied for who has proved to read its mail. */
export function bucketsOfAccount({ username, callerAddress }: Asked): string[] {
  const site = siteOf(callerAddress)
  return [
    bucketOf('sign-in to account from network', username, networkOf(callerAddress)),
    ...(site === null ? [] : [bucketOf('sign-in to account from site', username, site)]),
    ...ofStrangers({ username, callerAddress }).map(({ bucket }) => bucket),
  ]
}
