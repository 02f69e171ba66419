import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, HOUR_MS, type Limit } from '../../engines/throttle/throttle.ts'

const MAX_BY_ADDRESS = 5
const MAX_BY_NETWORK = 60
const MAX_BY_LINK = 20
/** Extra mails per hour for an account's known networks, after strangers have used up the five of its address. */
const MAX_MORE_FOR_KNOWN_NETWORKS = 2

/**
 * Whose quota a request uses. Strangers share one quota per address, so they cannot use up the quota of the networks
 * that the account has signed in from.
 */
export type MailShare = { email: string; isKnownNetwork: boolean }

const sharers = ({ isKnownNetwork }: MailShare) => (isKnownNetwork ? 'known networks' : 'strangers')

/** The limits of calls that mail to an address that anyone can enter: registration, reset and resend share them. */
export function mailRequestLimits(share: MailShare, callerAddress: string): Limit[] {
  const bucket = bucketOf(`mail asked for by ${sharers(share)}`, share.email)
  return [{ bucket, most: MAX_BY_ADDRESS, withinMs: HOUR_MS }, mailRequestsFromNetworkLimit(callerAddress)]
}

/**
 * Also used alone when the county's list refuses an address, so that a refusal uses up nothing of the address's quota.
 */
export function mailRequestsFromNetworkLimit(callerAddress: string): Limit {
  const bucket = bucketOf('mail asked for from network', networkOf(callerAddress))
  return { bucket, most: MAX_BY_NETWORK, withinMs: HOUR_MS }
}

/**
 * The limits of queued mails. A mail needs room in one of them, because one call may request several mails, and a
 * sign-in may request one too. All mails to an address count together. The reserve of known networks is used last.
 */
export function mailLimits({ email, isKnownNetwork }: MailShare): Limit[] {
  const all = { bucket: bucketOf('mail queued', email), most: MAX_BY_ADDRESS, withinMs: HOUR_MS }
  const bucket = bucketOf('mail queued for known networks', email)
  return isKnownNetwork ? [all, { bucket, most: MAX_MORE_FOR_KNOWN_NETWORKS, withinMs: HOUR_MS }] : [all]
}

/** The limit of unknown links that a page looks up. It is separate from the limits of links that people use. */
export function unknownLinkLimits(callerAddress: string): Limit[] {
  const bucket = bucketOf('unknown link from network', networkOf(callerAddress))
  return [{ bucket, most: MAX_BY_NETWORK, withinMs: HOUR_MS }]
}

/** The limit of one valid link until it succeeds, because each use may cost a password hash. */
export function goodLinkLimits(token: string): Limit[] {
  return [{ bucket: bucketOf('use of link', token), most: MAX_BY_LINK, withinMs: HOUR_MS }]
}

/** The limit of wrong links. Their secrets cannot be guessed, but guessing need not be free. */
export function wrongLinkLimits(callerAddress: string): Limit[] {
  return [
    {
      bucket: bucketOf('wrong link from network', networkOf(callerAddress)),
      most: MAX_BY_NETWORK,
      withinMs: HOUR_MS,
    },
  ]
}
