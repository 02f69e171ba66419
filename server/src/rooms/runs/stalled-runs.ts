import type { World } from '../../records/context.ts'
import { listQuietRuns } from '../../records/runs/runs.repository.ts'
import { delayOf, listRunJobs, type RunDelay } from './run-delay.ts'

const MINUTE_MS = 60_000
const STALLED_MINUTES = 15

export type StalledRun = { readonly number: number; readonly minutes: number; readonly delay: RunDelay }

/**
 * The runs that have changed no document for 15 minutes, the oldest first (R20.65). A run that only waits for its turn
 * is none of them: a lane without a worker has a warning of its own.
 */
export async function listStalledRuns({
  database: { kysely },
  clock,
}: Pick<World, 'database' | 'clock'>): Promise<StalledRun[]> {
  const now = clock.now().getTime()
  const quiet = await listQuietRuns(kysely, new Date(now - STALLED_MINUTES * MINUTE_MS))
  if (quiet.length === 0) return []
  const jobs = await listRunJobs(kysely)
  return quiet
    .map(({ number, since }) => ({
      number,
      minutes: Math.floor((now - since.getTime()) / MINUTE_MS),
      delay: delayOf(jobs, number),
    }))
    .filter(({ delay }) => delay !== 'waiting')
}
