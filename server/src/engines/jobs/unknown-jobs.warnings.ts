import type { Engines } from '../engines.ts'
import type { SlowWarningSource } from '../warnings/warning-source.ts'
import { countJobs, listKinds, withIndexScans, type JobCounts } from './job-counts.repository.ts'

/** During an upgrade, processes of the other release still run such jobs. */
const OVERDUE_SECONDS = 600

type UnknownJobWarnings = SlowWarningSource<Pick<Engines, 'database'>, 'job-without-handler'>

/** One warning for each kind of job that is overdue and none of these: no process of this release claims it. */
export function createUnknownJobWarnings(known: readonly string[]): UnknownJobWarnings {
  return {
    subject: 'the jobs of other releases',
    warnings: {
      'job-without-handler': {
        advice:
          'Start all servers and workers with this release. If the jobs still wait, run a server of the release before until they are done.',
        screen: 'jobs',
      },
    },
    async collect({ database }) {
      const counts = await withIndexScans(database.kysely, async (transaction) => {
        const kinds = await listKinds(transaction)
        return countJobs(
          transaction,
          kinds.filter((kind) => !known.includes(kind)),
        )
      })
      return counts.filter(isOverdue).map((each) => ({ code: 'job-without-handler', text: textOf(each) }))
    },
  }
}

function isOverdue({ oldestSeconds, running }: JobCounts): boolean {
  return oldestSeconds >= OVERDUE_SECONDS && running === 0
}

function textOf({ kind, waiting, oldestSeconds }: JobCounts): string {
  const wait = waiting === 1 ? '1 waits' : `${waiting} wait`
  return `No process of this release runs the job ${kind}: ${wait}, the oldest has been due for ${Math.floor(oldestSeconds / 60)} minutes.`
}
