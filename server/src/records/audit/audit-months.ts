import type { Engines } from '../../engines/engines.ts'
import { addAuditMonths } from './append.repository.ts'

/** Days: long enough for a month to have its place well before its first record, however seldom the portal runs. */
const DAYS_AHEAD = 62
const DAY_MS = 86_400_000

/** Makes room for the records of this month and the next two. */
export async function makeAuditMonths({
  clock,
  database,
}: Pick<Engines, 'clock' | 'database'>): Promise<void> {
  const first = clock.now()
  await addAuditMonths(database.kysely, { first, last: new Date(first.getTime() + DAYS_AHEAD * DAY_MS) })
}
