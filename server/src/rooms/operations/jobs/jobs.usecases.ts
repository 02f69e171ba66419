import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  NOTHING_TO_RETRY,
  type listJobs as listJobsCall,
  type listRefusedMails as listRefusedMailsCall,
  type retryJob,
} from '@portal/contract/operations/jobs.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countJobs, listKinds, withIndexScans } from '../../../engines/jobs/job-counts.repository.ts'
import { retryJobsNow } from '../../../engines/jobs/retry-jobs-now.ts'
import type { OutOfDate } from '../../../engines/mail/compose.ts'
import { enqueueRefusedMail } from '../../../engines/mail/enqueue-mail.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import { recordMailRetry, recordRetry } from '../../../records/audit/record-retry.ts'
import type { PersonContext } from '../../../records/context.ts'
import { decodeCursor, pageOf } from '../../../engines/paging/paging.ts'
import { cursorOf, parseId, parseWaitingPlace, toJob, toKind, toRefusedMail } from './jobs.models.ts'
import { readFailedJobs, readRefusedMails, readWaitingJobs, type JobRow } from './jobs.repository.ts'

/**
 * The counts of each kind, and a page of failed or waiting jobs. Uses a cursor, so that a moving queue hides no job
 * that stays, and a long queue does not slow a page down.
 * @throws PortalError 400 for a cursor that no page returned.
 */
export async function listJobs(
  { database: { kysely: db }, clock }: PersonContext,
  { state = 'failed', kind, after }: QueryOf<typeof listJobsCall>,
): Promise<ResultOf<typeof listJobsCall>> {
  const readRows = state === 'failed' ? failedFrom(kind, after) : waitingFrom(kind, after)
  const { counts, rows } = await withIndexScans(db, async (transaction) => {
    const kinds = await listKinds(transaction)
    return { counts: await countJobs(transaction, kinds), rows: await readRows(transaction, kinds) }
  })
  const { page, next } = pageOf(rows, PAGE_SIZE, (row) => cursorOf(row, state))
  return { kinds: counts.map((each) => toKind(each, clock.now())), jobs: page.map(toJob), next }
}

/** One more than a page, to detect whether there is another. */
const atMost = PAGE_SIZE + 1

type ReadRows = (transaction: Transaction<DB>, kinds: readonly string[]) => Promise<JobRow[]>

function failedFrom(kind: string | undefined, after: string | undefined): ReadRows {
  const before = decodeCursor(after, parseId)
  return (transaction) => readFailedJobs(transaction, kind, { before, atMost })
}

function waitingFrom(kind: string | undefined, after: string | undefined): ReadRows {
  const place = decodeCursor(after, parseWaitingPlace)
  return (transaction, kinds) =>
    readWaitingJobs(transaction, kind === undefined ? kinds : [kind], { after: place, atMost })
}

/**
 * A page of permanently rejected mails.
 * @throws PortalError 400 for a cursor that no page returned.
 */
export async function listRefusedMails(
  { database }: PersonContext,
  { after }: QueryOf<typeof listRefusedMailsCall>,
): Promise<ResultOf<typeof listRefusedMailsCall>> {
  const rows = await readRefusedMails(database.kysely, { before: decodeCursor(after, parseId), atMost })
  const { page, next } = pageOf(rows, PAGE_SIZE, ({ id }) => String(id))
  return { mails: page.map(toRefusedMail), next }
}

type Retried = ResultOf<typeof retryJob>

/**
 * Immediately retries failed jobs, or jobs that wait for a retry: one job, or all of a kind. Records it, as `portal
 * jobs --retry` does.
 * @throws PortalError 409 if no such job is left.
 */
export async function retryFailed(
  context: PersonContext,
  meant: { readonly id: string } | { readonly kind: string },
): Promise<Retried> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'retry'))
  const { retried, hurried } = await retryJobsNow(context, meant, recordRetry)
  if (retried.length + hurried.length === 0) throw failure(NOTHING_TO_RETRY)
  return { retried: [...retried, ...hurried] }
}

/**
 * Sends a permanently rejected mail again, and records it. Creates a new link if the mail has one. Drops a mail that is
 * out of date.
 * @throws PortalError 409 if the mail is no longer rejected.
 */
export async function retryRefused(
  context: PersonContext,
  meant: { readonly outboxId: number; readonly outOfDate: OutOfDate },
): Promise<Retried> {
  const { database, jobs } = context
  await admitAttempt(context, repeatedActLimits(context.actor, 'retry'))
  const { kind, isOutOfDate } = await database.kysely.transaction().execute(async (transaction) => {
    const mail = await enqueueRefusedMail(transaction, context, meant)
    if (!mail) throw failure(NOTHING_TO_RETRY)
    await recordMailRetry(transaction, context, mail)
    return mail
  })
  jobs.wake()
  const told = [{ kind, count: 1 }]
  return isOutOfDate ? { retried: [], outOfDate: told } : { retried: told }
}
