import { bucketOf, HOUR_MS, type Limit } from '../../engines/throttle/throttle.ts'
import type { PersonActor } from '../access/actor.ts'

/**
 * How often per hour one person may repeat an action on the same subject. Each action adds a permanent record, so a
 * script could fill the disk. The bin shows 1,000 rows on its screen.
 */
const MAX_PER_HOUR = {
  'own name': 20,
  'chosen county': 600,
  'proof of identity': 60,
  bin: 1200,
  restore: 1200,
  edit: 6000,
  assignment: 3000,
  correction: 600,
  comment: 240,
  question: 240,
  'act on a person': 3000,
  'act on a county': 3000,
  retry: 600,
  'saved view': 600,
  run: 600,
  'long run': 60,
  'ZIP file': 300,
  'search lines': 1200,
  'history as PDF': 60,
  export: 240,
  'setting of a list': 3000,
  'way of signing in': 600,
  'API token': 60,
  'sign-in': 3000,
} as const

/** The limit on one person's action, across all their sessions. */
export function repeatedActLimits(
  { person }: { readonly person: Pick<PersonActor['person'], 'accountId'> },
  act: keyof typeof MAX_PER_HOUR,
): Limit[] {
  const bucket = bucketOf(`${act} by account`, String(person.accountId))
  return [{ bucket, most: MAX_PER_HOUR[act], withinMs: HOUR_MS }]
}
