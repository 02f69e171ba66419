import { networkOf } from '../throttle/network.ts'
import { bucketOf, HOUR, type Limit } from '../throttle/throttle.ts'

const OF_ADDRESS = 5
const OF_NETWORK = 60

/**
 * Whose allowance of an address counts: strangers share one, so that they cannot use up that of the networks which the
 * account of the address has signed in from.
 */
export type MailShare = { email: string; isKnownNetwork: boolean }

const sharers = ({ isKnownNetwork }: MailShare) => (isKnownNetwork ? 'known networks' : 'strangers')

/** The limits of calls that send mail to an address that anybody may type: registration, reset and resend together. */
export function askingLimits(share: MailShare, callerAddress: string): Limit[] {
  const bucket = bucketOf(`mail asked for by ${sharers(share)}`, share.email)
  return [{ bucket, most: OF_ADDRESS, within: HOUR }, askingFromNetworkLimit(callerAddress)]
}

/** Counts on its own where the county's list refuses an address, which loses nothing of its allowance by that. */
export function askingFromNetworkLimit(callerAddress: string): Limit {
  const bucket = bucketOf('mail asked for from network', networkOf(callerAddress))
  return { bucket, most: OF_NETWORK, within: HOUR }
}

/** The limit of mails that are queued: one call may ask for several, and a sign-in for one too. */
export function mailLimit(share: MailShare): Limit {
  const bucket = bucketOf(`mail queued for ${sharers(share)}`, share.email)
  return { bucket, most: OF_ADDRESS, within: HOUR }
}

/** The limit of links that turn out wrong. Their secrets cannot be guessed, but guessing need not be free. */
export function wrongLinkLimits(callerAddress: string): Limit[] {
  return [
    { bucket: bucketOf('wrong link from network', networkOf(callerAddress)), most: OF_NETWORK, within: HOUR },
  ]
}
