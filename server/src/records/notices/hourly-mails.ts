import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { bucketOf, countIfAllowed, HOUR_MS, type Counting } from '../../engines/throttle/throttle.ts'

/** E-mails of a kind that a person gets in an hour, whoever causes them. */
const MAX_PER_HOUR = 20

/**
 * Counts an e-mail to a person, in the transaction that queues it (R23.45, R26.22). Nothing that others delete later
 * makes room again. Count people in the order of their ids: each one waits for others who count the same person.
 * @returns false if the person had 20 of the kind within an hour: then queue none.
 */
export async function countHourlyMail(
  transaction: Transaction<DB>,
  counting: Counting,
  { kind, personId }: { readonly kind: 'mention' | 'question'; readonly personId: number },
): Promise<boolean> {
  const bucket = bucketOf(`${kind} e-mails to account`, String(personId))
  return countIfAllowed(counting, [{ bucket, most: MAX_PER_HOUR, withinMs: HOUR_MS }], transaction)
}
