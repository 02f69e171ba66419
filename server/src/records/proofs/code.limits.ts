import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, DAY_MS, MINUTE_MS, type Limit } from '../../engines/throttle/throttle.ts'

const WINDOW_MS = 15 * MINUTE_MS
const MAX_BY_ACCOUNT_AND_NETWORK = 10
const MAX_A_DAY_BY_ACCOUNT_AND_NETWORK = 100
const MAX_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 20
const MAX_A_DAY_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 100
/** Twice what strangers may, so that they leave as much to the places where the person works. */
const MAX_BY_ACCOUNT = 40
const MAX_A_DAY_BY_ACCOUNT = 200

type CodeAttempt = { accountId: number; callerAddress: string; isKnownNetwork: boolean }

/**
 * The limits of wrong codes. Stricter than those of passwords: three in a million codes are right at any time, so a
 * hundred guesses a day find one in ten thousand days, and no number of networks makes it more than two hundred. Who gets here has the password; guessers from elsewhere use up an
 * allowance that the person does not need at the places where they work.
 */
export function codeLimits({ accountId, callerAddress, isKnownNetwork }: CodeAttempt): Limit[] {
  const account = String(accountId)
  const network = networkOf(callerAddress)
  const here = [
    {
      bucket: bucketOf('code to account from network', account, network),
      most: MAX_BY_ACCOUNT_AND_NETWORK,
      withinMs: WINDOW_MS,
    },
    {
      bucket: bucketOf('a day of codes to account from network', account, network),
      most: MAX_A_DAY_BY_ACCOUNT_AND_NETWORK,
      withinMs: DAY_MS,
    },
    { bucket: bucketOf('code to account', account), most: MAX_BY_ACCOUNT, withinMs: WINDOW_MS },
    { bucket: bucketOf('a day of codes to account', account), most: MAX_A_DAY_BY_ACCOUNT, withinMs: DAY_MS },
  ]
  if (isKnownNetwork) return here
  return [
    ...here,
    {
      bucket: bucketOf('code to account from unknown networks', account),
      most: MAX_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS,
      withinMs: WINDOW_MS,
    },
    {
      bucket: bucketOf('a day of codes to account from unknown networks', account),
      most: MAX_A_DAY_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS,
      withinMs: DAY_MS,
    },
  ]
}
