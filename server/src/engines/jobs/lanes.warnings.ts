import type { Engines } from '../engines.ts'
import type { SlowWarningSource } from '../warnings/warning-source.ts'
import { countJobs, withIndexScans } from './job-counts.repository.ts'
import type { Job } from './jobs.ts'

/** A worker looks for jobs every 5 seconds. */
const OVERDUE_SECONDS = 600

type LaneWarnings = SlowWarningSource<Pick<Engines, 'database' | 'settings'>, 'lane-without-worker'>

/** One warning for each lane that this server leaves to workers, if one of its jobs is overdue and none is running. */
export function createLaneWarnings(jobs: readonly Pick<Job<never>, 'kind' | 'lane'>[]): LaneWarnings {
  return {
    subject: 'the jobs of workers',
    warnings: {
      'lane-without-worker': {
        advice: 'Start a worker, or remove the lane from WORKER_LANES and restart the server.',
        screen: 'jobs',
      },
    },
    async collect({ database, settings: { workerLanes } }) {
      const left = jobs.filter(({ lane }) => workerLanes.has(lane))
      if (left.length === 0) return []
      const kinds = left.map(({ kind }) => kind)
      const counts = await withIndexScans(database.kysely, (transaction) => countJobs(transaction, kinds))
      return [...workerLanes].flatMap((lane) => {
        const ofLane = counts.filter(({ kind }) => left.some((job) => job.kind === kind && job.lane === lane))
        const oldest = Math.max(...ofLane.map(({ oldestSeconds }) => oldestSeconds))
        if (oldest < OVERDUE_SECONDS || ofLane.some(({ running }) => running > 0)) return []
        const text = `No worker runs the lane ${lane}: a job has been due for ${Math.floor(oldest / 60)} minutes. Start one: \`npm run -s portal -- work --lanes ${lane}\`.`
        return [{ code: 'lane-without-worker', text }]
      })
    },
  }
}
