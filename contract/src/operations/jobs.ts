import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, moment, pathId, queryText, text } from '../fields.ts'

// The work in the background, and the mail: for administrators.

export const JOB_STATES = ['failed', 'waiting'] as const
/** Failed is what was tried as often as its kind is, and given up; what runs is among what waits. */
export type JobState = (typeof JOB_STATES)[number]

/** Longer than the name of any kind, and than any place that a page names. */
const LONGEST = 100
const MOST_DIGITS = 18

export const NOTHING_TO_RETRY = defineError({
  code: 'job.nothing_to_retry',
  status: 409,
  sentence: 'This has been tried again, or is done, in the meantime.',
})

export const jobKind = z.object({
  kind: z.string(),
  /** Of what waits or runs at most 10,000 are counted, of what was given up 1,000. */
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  /** When the one that waits longest was to be done; null where none is due. */
  oldestDueAt: moment.nullable(),
})
export type JobKindCounts = z.output<typeof jobKind>

export const job = z.object({
  jobID: z.string(),
  kind: z.string(),
  state: z.enum(['failed', 'waiting', 'running']),
  /** When it was given up; of what waits, when it is to be done next. */
  at: moment,
  attempts: z.int(),
  /** What went wrong the last time, in plain words; null where nothing has. */
  problem: z.string().nullable(),
  /** Which mail it is that the job sends, and to whom; null of other jobs. */
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
  fallback: 'Failed to load the jobs.',
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
  fallback: 'Failed to load the refused mails.',
})

const retriedKinds = z.array(z.object({ kind: z.string(), count: z.int() }))
const retried = z.object({
  retried: retriedKinds,
  /** Mails that were dropped instead; not set without any. */
  outOfDate: retriedKinds.optional(),
})

export const retryJob = endpoint({
  summary: 'Lets a job that was given up be tried again, as if it had never been.',
  method: 'POST',
  path: '/admin/jobs/:jobId/retry',
  access: 'portal.manage',
  needsProof: true,
  params: z.object({
    jobId: z.string().regex(new RegExp(`^\\d{1,${MOST_DIGITS}}$`), 'The job id must be a whole number.'),
  }),
  result: retried,
  errors: [NOTHING_TO_RETRY],
  fallback: 'Failed to try the job again.',
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
  fallback: 'Failed to try the jobs again.',
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
  fallback: 'Failed to send the mail again.',
})
