import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, HOUR_MS, MINUTE_MS, type Limit } from '../../engines/throttle/throttle.ts'
import type { PersonActor } from '../../records/access/actor.ts'

/** On a busy day, every single upload has its own receipt, and every receipt is emailed. */
const MAX_MADE_PER_HOUR = 600

const MAX_WRONG_BY_ACCOUNT = 20
const MAX_WRONG_BY_NETWORK = 200

export function makingLimits({ person }: PersonActor): Limit[] {
  return [
    {
      bucket: bucketOf('receipts of account', String(person.accountId)),
      most: MAX_MADE_PER_HOUR,
      withinMs: HOUR_MS,
    },
  ]
}

/** Limits for wrong numbers and codes; genuine ones do not count. */
export function verifyingLimits({ person, caller }: PersonActor): Limit[] {
  const withinMs = 15 * MINUTE_MS
  return [
    {
      bucket: bucketOf('receipts verified by account', String(person.accountId)),
      most: MAX_WRONG_BY_ACCOUNT,
      withinMs,
    },
    {
      bucket: bucketOf('receipts verified from network', networkOf(caller.address)),
      most: MAX_WRONG_BY_NETWORK,
      withinMs,
    },
  ]
}
