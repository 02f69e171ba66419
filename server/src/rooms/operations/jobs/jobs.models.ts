import type { Job, JobKindCounts, JobState, RefusedMail } from '@portal/contract/operations/jobs.ts'
import type { JobCounts } from '../../../engines/jobs/job-counts.repository.ts'
import type { JobRow, RefusedMailRow, WaitingPlace } from './jobs.repository.ts'
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

const ID = /^\d{1,18}$/
const WAITING = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) (\d{1,18})$/

/** The cursor after a job. */
export function cursorOf({ id, runAtText }: JobRow, state: JobState): string {
  return state === 'failed' ? id : `${runAtText} ${id}`
}

/** The id in a cursor of failed jobs or mails; null if the text is not such a cursor. */
export function parseId(cursor: string): string | null {
  return ID.test(cursor) ? cursor : null
}

/** The position in a cursor of waiting jobs; null if the text is not such a cursor. */
export function parseWaitingPlace(cursor: string): WaitingPlace | null {
  const [, runAt, id] = WAITING.exec(cursor) ?? []
  return runAt === undefined || id === undefined || Number.isNaN(Date.parse(runAt)) ? null : { runAt, id }
}
