import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, DAY_MS, MINUTE_MS, type Limit } from '../../engines/throttle/throttle.ts'

const WINDOW_MS = 15 * MINUTE_MS
const MAX_BY_ACCOUNT_AND_NETWORK = 10
const MAX_A_DAY_BY_ACCOUNT_AND_NETWORK = 100
const MAX_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 20
const MAX_A_DAY_BY_ACCOUNT_FROM_UNKNOWN_NETWORKS = 100
/** Twice the limit for unknown networks, so that attempts from there leave half for the person's own networks. */
const MAX_BY_ACCOUNT = 40
const MAX_A_DAY_BY_ACCOUNT = 200

type CodeAttempt = { accountId: number; callerAddress: string; isKnownNetwork: boolean }

/**
 * The limits of wrong codes, which are stricter than those of passwords. Three in a million codes are valid at any
 * time. A hundred guesses a day find one in ten thousand days, and no number of networks allows more than two hundred.
 * A caller who reaches this step has the password. Attempts from unknown networks use up a separate allowance, which
 * the person does not need on known networks.
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
