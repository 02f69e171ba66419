import * as jobs from '@portal/contract/jobs.ts'
import { getState, type PortalState } from '@portal/contract/state.ts'
import type { Serve } from '../../records/context.ts'
import { listJobs, listRefusedMails, retryFailed, retryRefused } from './jobs/jobs.usecases.ts'

export function upkeepRoutes(serve: Serve, tellState: () => Promise<PortalState>): void {
  serve(jobs.listJobs, (context, { query }) => listJobs(context, query))

  serve(jobs.listRefusedMails, (context, { query }) => listRefusedMails(context, query))

  serve(jobs.retryJob, (context, { params }) => retryFailed(context, { id: params.jobId }))

  serve(jobs.retryJobs, (context, { body }) => retryFailed(context, { kind: body.kind }))

  serve(jobs.retryRefusedMail, (context, { params }) => retryRefused(context, params.mailId))

  serve(getState, tellState)
}
