import { bucketOf, DAY_MS, type Limit } from '../../engines/throttle/throttle.ts'
import type { PeopleManager } from './people.policy.ts'

const MOST_A_DAY = 500
/** A firm that begins pastes its counties' people one list after the other. */
const MOST_A_DAY_BY_ADMINISTRATORS = 5000

/** How many addresses somebody may name in a day, so that a stolen session floods nobody and tries few addresses. */
export function invitationLimit({ accountId, counties }: PeopleManager): Limit {
  return {
    bucket: bucketOf('invitation by', String(accountId)),
    most: counties === 'all' ? MOST_A_DAY_BY_ADMINISTRATORS : MOST_A_DAY,
    withinMs: DAY_MS,
  }
}
