import type { Run } from '@portal/contract/runs/runs.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { listQueuedJobs, type QueuedJob } from '../../engines/jobs/job-list.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import type { RunRow } from '../../records/runs/runs.repository.ts'
import { DOCUMENT_RUN } from './document-run.job.ts'
import { toRun } from './runs.models.ts'

/** Milliseconds after which the page of a run says that it does not advance. */
const QUIET_MS = 60_000

/** Why a run does not advance. */
export type RunDelay = 'failing' | 'waiting' | 'busy' | 'lost'

const SENTENCES: Readonly<Record<RunDelay, string>> = {
  failing: 'It does not advance: changes failed, and the portal tries again.',
  waiting: 'It does not advance: it waits for its turn.',
  busy: 'It does not advance: the next files take long or are in use.',
  lost: 'It does not advance: it lost its place. Please stop it and start again.',
}

/** The jobs of runs. One that ended with its process still counts as running until its lease ends. */
export async function listRunJobs(db: Kysely<DB>): Promise<readonly QueuedJob[]> {
  return listQueuedJobs(db, DOCUMENT_RUN.kind)
}

export function delayOf(jobs: readonly QueuedJob[], number: number): RunDelay {
  const own = jobs.find(({ key }) => key === `${DOCUMENT_RUN.kind} ${number}`)
  if (!own) return 'lost'
  if (own.hasFailed) return 'failing'
  return own.isRunning ? 'busy' : 'waiting'
}

/** A run as the caller sees it, with a sentence if it does not advance (R20.65). */
export async function describeRun({ database, clock, actor }: PersonContext, row: RunRow): Promise<Run> {
  const now = clock.now()
  const quietSince = (row.advancedAt ?? row.startedAt).getTime()
  const isQuiet = row.state === 'running' && now.getTime() - quietSince >= QUIET_MS
  const delay = isQuiet ? SENTENCES[delayOf(await listRunJobs(database.kysely), row.number)] : null
  return toRun(row, { person: actor.person, now, delay })
}
