import type { Engines } from '../engines.ts'
import type { SlowWarningSource } from '../warnings/warning-source.ts'
import { countDeadJobs } from './job-list.repository.ts'

/** One warning for each kind of job. Errors stay in `portal jobs`, for they may name secrets. */
export const jobWarnings: SlowWarningSource<Pick<Engines, 'database'>, 'dead-jobs'> = {
  subject: 'its background jobs',
  warnings: {
    'dead-jobs': {
      advice: 'Look up the error in Background tasks, remove its cause, then press Retry there.',
      screen: 'jobs',
    },
  },
  async collect({ database }) {
    const dead = await countDeadJobs(database.kysely)
    return dead.map(({ kind, count }) => {
      const [jobs, they] = count === 1 ? ['job is', 'it'] : ['jobs are', 'them']
      const text = `${count} ${kind} ${jobs} dead: \`npm run -s portal -- jobs\` tells why, \`npm run -s portal -- jobs --retry\` brings ${they} back.`
      return { code: 'dead-jobs', text }
    })
  },
}
