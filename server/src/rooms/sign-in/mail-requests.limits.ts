import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, HOUR_MS, type Limit } from '../../engines/throttle/throttle.ts'

const MAX_BY_ADDRESS = 5
const MAX_BY_NETWORK = 60
const MAX_BY_LINK = 20
/** Mails of an hour that an account's own networks still get where strangers have used up the five of its address. */
const MAX_MORE_FOR_KNOWN_NETWORKS = 2

/**
 * For whom something is asked: strangers share one allowance of an address, so that they cannot use up that of the
 * networks which its account has signed in from.
 */
export type MailShare = { email: string; isKnownNetwork: boolean }

const sharers = ({ isKnownNetwork }: MailShare) => (isKnownNetwork ? 'known networks' : 'strangers')

/** The limits of calls that ask for mail to an address that anybody may type: registration, reset and resend together. */
export function mailRequestLimits(share: MailShare, callerAddress: string): Limit[] {
  const bucket = bucketOf(`mail asked for by ${sharers(share)}`, share.email)
  return [{ bucket, most: MAX_BY_ADDRESS, withinMs: HOUR_MS }, mailRequestsFromNetworkLimit(callerAddress)]
}

/** Counts on its own where the county's list refuses an address, which loses nothing of its allowance by that. */
export function mailRequestsFromNetworkLimit(callerAddress: string): Limit {
  const bucket = bucketOf('mail asked for from network', networkOf(callerAddress))
  return { bucket, most: MAX_BY_NETWORK, withinMs: HOUR_MS }
}

/**
 * The limits of mails that are queued, of which one must have room: one call may ask for several, and a sign-in for one
 * too. All mails of an address count together, whoever asked; what is kept for known networks is touched after that.
 */
export function mailLimits({ email, isKnownNetwork }: MailShare): Limit[] {
  const all = { bucket: bucketOf('mail queued', email), most: MAX_BY_ADDRESS, withinMs: HOUR_MS }
  const bucket = bucketOf('mail queued for known networks', email)
  return isKnownNetwork ? [all, { bucket, most: MAX_MORE_FOR_KNOWN_NETWORKS, withinMs: HOUR_MS }] : [all]
}

/** The limit of links that a page only looks at and that turn out unknown: it leaves those that somebody uses alone. */
export function unknownLinkLimits(callerAddress: string): Limit[] {
  const bucket = bucketOf('unknown link from network', networkOf(callerAddress))
  return [{ bucket, most: MAX_BY_NETWORK, withinMs: HOUR_MS }]
}

/** The limit of one link that is good, until it has done its work: each use may cost a hash of a password. */
export function goodLinkLimits(token: string): Limit[] {
  return [{ bucket: bucketOf('use of link', token), most: MAX_BY_LINK, withinMs: HOUR_MS }]
}

/** The limit of links that turn out wrong. Their secrets cannot be guessed, but guessing need not be free. */
export function wrongLinkLimits(callerAddress: string): Limit[] {
  return [
    {
      bucket: bucketOf('wrong link from network', networkOf(callerAddress)),
      most: MAX_BY_NETWORK,
      withinMs: HOUR_MS,
    },
  ]
}
