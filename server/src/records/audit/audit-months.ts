import type { Engines } from '../../engines/engines.ts'
import { addAuditMonths } from './append.repository.ts'

/** In days. A month gets its partition well before its first record, even if the portal runs rarely. */
const DAYS_AHEAD = 62
const DAY_MS = 86_400_000

/** Makes partitions for this month and the next two. */
export async function makeAuditMonths({
  clock,
  database,
}: Pick<Engines, 'clock' | 'database'>): Promise<void> {
  const first = clock.now()
  await addAuditMonths(database.kysely, { first, last: new Date(first.getTime() + DAYS_AHEAD * DAY_MS) })
}
