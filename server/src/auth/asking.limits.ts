import { networkOf } from '../throttle/network.ts'
import { bucketOf, HOUR, type Limit } from '../throttle/throttle.ts'

const OF_ADDRESS = 5
const OF_NETWORK = 60

export type Asking = 'registration' | 'reset' | 'resend'

/** The limits of calls that send mail to an address that anybody may type. */
export function askingLimits(
  asking: Asking,
  { email, callerAddress }: { email: string; callerAddress: string },
): Limit[] {
  const network = networkOf(callerAddress)
  return [
    { bucket: bucketOf(`${asking} of address`, email), most: OF_ADDRESS, within: HOUR },
    { bucket: bucketOf(`${asking} from network`, network), most: OF_NETWORK, within: HOUR },
  ]
}

/** The limit of links that turn out wrong. Their secrets cannot be guessed, but guessing need not be free. */
export function wrongLinkLimits(callerAddress: string): Limit[] {
  return [
    { bucket: bucketOf('wrong link from network', networkOf(callerAddress)), most: OF_NETWORK, within: HOUR },
  ]
}
