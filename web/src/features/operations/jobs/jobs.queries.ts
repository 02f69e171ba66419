import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  listJobs,
  listRefusedMails,
  retryJob,
  retryJobs,
  retryRefusedMail,
} from '@portal/contract/operations/jobs.ts'
import { call } from '../../../lib/call.ts'
import { addressCodec, cursor, oneOf, text } from '../../../ui/list-screen/address-codec.ts'
import type { ListQuery } from '../../../ui/list-screen/use-list-screen.ts'

/** Failed jobs, pending or running jobs, or mails rejected for good. */
export const LISTS = ['failed', 'waiting', 'refused'] as const

/** `/admin/jobs?list=waiting&kind=send-mail`; a rejected mail has no kind of job. */
export const JOBS_ADDRESS = addressCodec(
  { list: oneOf(LISTS, 'failed'), kind: text(), after: cursor() },
  (state) => (state.list === 'refused' ? { ...state, kind: '' } : state),
)

export type JobsPage = ResultOf<typeof listJobs>
export type RefusedMailsPage = ResultOf<typeof listRefusedMails>

export type JobsState = ReturnType<typeof JOBS_ADDRESS.read>['state']

/** The counts of each kind and a page of jobs; for rejected mails, only the counts. */
export function jobsQuery({ list, kind, after }: JobsState) {
  const query = list === 'refused' ? {} : { state: list, kind: kind || undefined, after: after ?? undefined }
  return {
    queryKey: ['jobs', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listJobs, { query, signal }),
    fallback: listJobs.fallback,
  }
}

function refusedMailsQuery({ after }: JobsState) {
  const query = { after: after ?? undefined }
  return {
    queryKey: ['jobs', 'refused', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listRefusedMails, { query, signal }),
    fallback: listRefusedMails.fallback,
  }
}

/** The query of the selected list. */
export function listQuery(state: JobsState): ListQuery<JobsPage | RefusedMailsPage> {
  return state.list === 'refused' ? refusedMailsQuery(state) : jobsQuery(state)
}

/** One job, all failed jobs of a kind, or a rejected mail. */
export type Retry = { readonly jobId: string } | { readonly kind: string } | { readonly mailId: number }

export function sendRetry(retry: Retry) {
  if ('mailId' in retry) return call(retryRefusedMail, { params: retry })
  return 'jobId' in retry ? call(retryJob, { params: retry }) : call(retryJobs, { body: retry })
}
