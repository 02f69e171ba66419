import { anybody, get, type Line } from './line.ts'

const retry = (url: string, payload?: object): Line => ({
  ask: () => ({ method: 'POST', url: `/api/admin/jobs${url}`, ...(payload && { payload }) }),
  // There is no failed job.
  status: anybody(409),
})

/** Calls of the room operations. */
export const operationsLines: Readonly<Record<string, Line>> = {
  listJobs: { ask: get(() => '/admin/jobs?state=waiting'), status: anybody(200) },
  listRefusedMails: { ask: get(() => '/admin/refused-mails'), status: anybody(200) },
  getState: { ask: get(() => '/admin/state'), status: anybody(200) },
  retryJob: retry('/2000000000/retry'),
  retryRefusedMail: {
    ask: () => ({ method: 'POST', url: '/api/admin/refused-mails/2000000000/retry' }),
    status: anybody(409),
  },
  retryJobs: retry('/retry', { kind: 'send-mail' }),
}
