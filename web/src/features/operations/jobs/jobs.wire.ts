import type { ResultOf } from '@portal/contract/endpoint.ts'
import type {
  Job,
  JobKindCounts,
  listJobs,
  listRefusedMails,
  RefusedMail,
} from '@portal/contract/operations/jobs.ts'
import { fieldsOf, rowsOf } from '../../../lib/wire.ts'

export type JobsPage = {
  readonly kinds: readonly JobKindCounts[]
  readonly jobs: readonly Job[]
  /** The place behind which the next page stands; null where there is none. */
  readonly next: string | null
}

export function readJobs(answer: ResultOf<typeof listJobs>): JobsPage {
  const { kinds, jobs, next } = fieldsOf(answer)
  return {
    kinds: rowsOf(kinds) as readonly JobKindCounts[],
    jobs: rowsOf(jobs) as readonly Job[],
    next: next ?? null,
  }
}

export type RefusedMailsPage = { readonly mails: readonly RefusedMail[]; readonly next: string | null }

export function readRefusedMails(answer: ResultOf<typeof listRefusedMails>): RefusedMailsPage {
  const { mails, next } = fieldsOf(answer)
  return { mails: rowsOf(mails) as readonly RefusedMail[], next: next ?? null }
}
