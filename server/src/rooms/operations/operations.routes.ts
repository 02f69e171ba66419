import * as jobs from '@portal/contract/operations/jobs.ts'
import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import type { OutOfDate } from '../../engines/mail/compose.ts'
import type { Serve } from '../../records/context.ts'
import { listJobs, listRefusedMails, retryFailed, retryRefused } from './jobs/jobs.usecases.ts'

type Told = {
  readonly readPortalState: () => Promise<PortalState>
  /** Each room's rules for mails that are out of date. */
  readonly outOfDate: OutOfDate
}

export function operationsRoutes(serve: Serve, { readPortalState, outOfDate }: Told): void {
  serve(jobs.listJobs, (context, { query }) => listJobs(context, query))

  serve(jobs.listRefusedMails, (context, { query }) => listRefusedMails(context, query))

  serve(jobs.retryJob, (context, { params }) => retryFailed(context, { id: params.jobId }))

  serve(jobs.retryJobs, (context, { body }) => retryFailed(context, { kind: body.kind }))

  serve(jobs.retryRefusedMail, (context, { params }) =>
    retryRefused(context, { outboxId: params.mailId, outOfDate }),
  )

  serve(getState, readPortalState)
}
