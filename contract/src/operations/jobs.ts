import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, moment, pathId, queryText, text } from '../fields.ts'

// Background jobs and outgoing mail, for administrators.

export const JOB_STATES = ['failed', 'waiting'] as const
/** A failed job has used up the attempts of its kind. Running jobs count as waiting. */
export type JobState = (typeof JOB_STATES)[number]

/** Longer than the name of any kind, and than any cursor of a page. */
const LONGEST = 100
const MAX_DIGITS = 18

export const NOTHING_TO_RETRY = defineError({
  code: 'job.nothing_to_retry',
  status: 409,
  sentence: 'This has been tried again, or is done, in the meantime.',
})

export const jobKind = z.object({
  kind: z.string(),
  /** The count stops at 10,000 for waiting and running jobs, and at 1,000 for failed ones. */
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  /** When the job that has waited longest was due; null if none is due. */
  oldestDueAt: moment.nullable(),
})
export type JobKindCounts = z.output<typeof jobKind>

export const job = z.object({
  jobID: z.string(),
  kind: z.string(),
  state: z.enum(['failed', 'waiting', 'running']),
  /** The time of the last failure of a failed job, or the next due time of a waiting job. */
  at: moment,
  attempts: z.int(),
  /** The last problem, in plain words; null if there was none. */
  problem: z.string().nullable(),
  /** The kind and the recipient of the mail that the job sends; null for other jobs. */
  mail: z.object({ kind: z.string(), recipient: z.string() }).nullable(),
})
export type Job = z.output<typeof job>

export const refusedMail = z.object({
  mailID: id,
  kind: z.string(),
  recipient: z.string(),
  queuedAt: moment,
  refusedAt: moment,
  problem: z.string(),
})
export type RefusedMail = z.output<typeof refusedMail>

export const listJobs = endpoint({
  summary:
    'How much work waits in the background and has failed, by kind, and a page of 50: what was given up, the newest first, or what waits, the next first; `next` leads to the page behind it (`after`).',
  method: 'GET',
  path: '/admin/jobs',
  access: 'portal.manage',
  query: z.object({
    state: z.enum(JOB_STATES, `state must be one of: ${JOB_STATES.join(', ')}.`).optional(),
    kind: queryText('kind', LONGEST),
    after: queryText('after', LONGEST),
  }),
  result: z.object({ kinds: z.array(jobKind), jobs: z.array(job), next: z.string().nullable() }),
  errors: [],
  fallback: 'The tasks could not be loaded.',
})

export const listRefusedMails = endpoint({
  summary:
    'A page of 50 of the mails that the mail server refused for good, the newest first; `next` leads to the page behind it (`after`).',
  method: 'GET',
  path: '/admin/refused-mails',
  access: 'portal.manage',
  query: z.object({ after: queryText('after', LONGEST) }),
  result: z.object({ mails: z.array(refusedMail), next: z.string().nullable() }),
  errors: [],
  fallback: 'The rejected e-mails could not be loaded.',
})

const retriedKinds = z.array(z.object({ kind: z.string(), count: z.int() }))
const retried = z.object({
  retried: retriedKinds,
  /** Mails that were dropped instead of retried; not set if there were none. */
  outOfDate: retriedKinds.optional(),
})

export const retryJob = endpoint({
  summary: 'Lets a job that was given up be tried again, as if it had never been.',
  method: 'POST',
  path: '/admin/jobs/:jobId/retry',
  access: 'portal.manage',
  needsProof: true,
  params: z.object({
    jobId: z.string().regex(new RegExp(`^\\d{1,${MAX_DIGITS}}$`), 'The job id must be a whole number.'),
  }),
  result: retried,
  errors: [NOTHING_TO_RETRY],
  fallback: 'The task could not be retried.',
})

export const retryJobs = endpoint({
  summary: 'Lets all jobs of a kind that were given up be tried again.',
  method: 'POST',
  path: '/admin/jobs/retry',
  access: 'portal.manage',
  needsProof: true,
  body: z.object({ kind: text().min(1).max(LONGEST) }),
  result: retried,
  errors: [NOTHING_TO_RETRY],
  fallback: 'The tasks could not be retried.',
})

export const retryRefusedMail = endpoint({
  summary:
    'Sends a mail again that the mail server refused for good. One that is out of date is dropped (`outOfDate`): its link was overtaken by a newer one or a new password, or there is nobody for it any more.',
  method: 'POST',
  path: '/admin/refused-mails/:mailId/retry',
  access: 'portal.manage',
  needsProof: true,
  params: z.object({ mailId: pathId('The mail id') }),
  result: retried,
  errors: [NOTHING_TO_RETRY],
  fallback: 'The e-mail could not be sent again.',
})
