import type { Job, JobKindCounts, RefusedMail } from '@portal/contract/operations/jobs.ts'
import type { JobCounts } from '../../../engines/jobs/job-counts.repository.ts'
import type { JobRow, RefusedMailRow } from './jobs.repository.ts'
import { plainProblem, plainRefusal } from './plain-problem.ts'

export function toKind({ kind, waiting, running, dead, oldestSeconds }: JobCounts, now: Date): JobKindCounts {
  const oldestDueAt = oldestSeconds > 0 ? new Date(now.getTime() - oldestSeconds * 1000).toISOString() : null
  return { kind, waiting, running, failed: dead, oldestDueAt }
}

export function toJob(row: JobRow): Job {
  const { id, kind, runAt, failedAt, isRunning, attempts, lastError, mailKind, recipient } = row
  const whenAlive = isRunning ? 'running' : 'waiting'
  return {
    jobID: id,
    kind,
    state: failedAt ? 'failed' : whenAlive,
    at: (failedAt ?? runAt).toISOString(),
    attempts,
    problem: lastError === null ? null : plainProblem(lastError),
    mail: mailKind === null || recipient === null ? null : { kind: mailKind, recipient },
  }
}

export function toRefusedMail({
  id,
  kind,
  recipient,
  queuedAt,
  refusedAt,
  refusal,
}: RefusedMailRow): RefusedMail {
  return {
    mailID: id,
    kind,
    recipient,
    queuedAt: queuedAt.toISOString(),
    refusedAt: refusedAt.toISOString(),
    problem: plainRefusal(refusal ?? ''),
  }
}
