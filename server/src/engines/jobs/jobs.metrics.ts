import type { Engines } from '../engines.ts'
import type { MetricSource, Sample } from '../metrics/metric-source.ts'
import { countJobs, type JobCounts, withIndexScans } from './job-counts.repository.ts'

const JOBS = 'portal_jobs'
const OLDEST = 'portal_job_oldest_seconds'
const STATES = ['waiting', 'running', 'dead'] as const

/** Counts only these kinds, because other kinds in the database belong to another release. */
export function jobMetrics(kinds: readonly string[]): MetricSource<Pick<Engines, 'database'>> {
  return {
    source: 'jobs',
    gauges: {
      [JOBS]: {
        help: 'Background jobs of all servers; 10000 stands for more, too, of dead ones 1000.',
        labels: { kind: kinds, state: STATES },
      },
      [OLDEST]: {
        help: 'How long the job has been due that waits longest; 0 where none does.',
        labels: { kind: kinds },
      },
    },
    read: async ({ database }) => {
      const counts = await withIndexScans(database.kysely, (transaction) => countJobs(transaction, kinds))
      return counts.flatMap(samplesOf)
    },
  }
}

function samplesOf(counts: JobCounts): Sample[] {
  const { kind, oldestSeconds } = counts
  return [
    ...STATES.map((state) => ({ gauge: JOBS, labels: { kind, state }, value: counts[state] })),
    { gauge: OLDEST, labels: { kind }, value: oldestSeconds },
  ]
}
