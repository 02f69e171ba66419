import {
  listJobs,
  listRefusedMails,
  retryJob,
  retryJobs,
  retryRefusedMail,
} from '@portal/contract/operations/jobs.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { UnreadableAnswer } from '../../../lib/wire.ts'
import type { JobsAddress } from './jobs-address.ts'
import { readJobs, readRefusedMails } from './jobs.wire.ts'

export const JOBS_KEY = ['jobs']

const OF_NOW = {
  staleTime: 0,
  placeholderData: keepPreviousData,
  throwOnError: (error: unknown) => error instanceof UnreadableAnswer,
} as const

/** How much there is of each kind, and a page of jobs; the portal works them off, so it is never fresh. */
export function jobsQuery({ list, kind, after }: JobsAddress) {
  const query = list === 'refused' ? {} : { state: list, kind: kind || undefined, after: after ?? undefined }
  return queryOptions({
    queryKey: [...JOBS_KEY, query],
    queryFn: async ({ signal }) => readJobs(await call(listJobs, { query, signal })),
    ...OF_NOW,
  })
}

export function refusedMailsQuery({ list, after }: JobsAddress) {
  const query = { after: after ?? undefined }
  return queryOptions({
    queryKey: [...JOBS_KEY, 'refused', query],
    queryFn: async ({ signal }) => readRefusedMails(await call(listRefusedMails, { query, signal })),
    enabled: list === 'refused',
    ...OF_NOW,
  })
}

/** One job that was given up, all of a kind, or a mail that was refused. */
export type Retry = { readonly jobId: string } | { readonly kind: string } | { readonly mailId: number }

export function sendRetry(retry: Retry) {
  if ('mailId' in retry) return call(retryRefusedMail, { params: retry })
  return 'jobId' in retry ? call(retryJob, { params: retry }) : call(retryJobs, { body: retry })
}
