import { callPath } from '@portal/contract/call-path.ts'
import { listJobs, listRefusedMails } from '@portal/contract/operations/jobs.ts'
import type { Bench } from './lib/bench.ts'
import { reportGrowth, type Page } from './lib/growth.ts'
import { makeJobs } from './lib/jobs-data.ts'

const GOAL = 1.6

const jobs = (query: Readonly<Record<string, string>>): Page => ({
  path: `/api${callPath(listJobs, { query })}`,
})

/** Jobs and mail with a queue of a million, against one of 10,000. */
export const benchJobs: Bench = async (context) => {
  await reportGrowth(context, {
    of: 'jobs',
    small: 10_000,
    large: 1_000_000,
    atMost: GOAL,
    fill: makeJobs,
    pages: {
      'jobs that failed': jobs({}),
      'jobs that wait': jobs({ state: 'waiting' }),
      'jobs of a kind that wait': jobs({ state: 'waiting', kind: 'send-mail' }),
      'jobs of a kind that failed': jobs({ kind: 'send-mail' }),
      'refused mails': { path: `/api${callPath(listRefusedMails)}` },
    },
  })
}
