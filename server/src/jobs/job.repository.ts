import { sql, type Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { JobKind } from './jobs.ts'

export type ClaimedJob = { id: string; kind: JobKind; payload: unknown; attempts: number }

/** Seconds that a worker may take before another one may claim the job. */
const LEASE = 300

/** Takes the next due job of these kinds, so that no other worker has it at the same time; null when none is due. */
export async function claimJob(
  db: Kysely<DB>,
  kinds: readonly JobKind[],
  now: Date,
): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    SELECT id, kind, payload, attempts
    FROM claim_job(${kinds}::text[], ${now}, make_interval(secs => ${LEASE}))`.execute(db)
  return rows[0] ?? null
}

export async function finishJob(db: Kysely<DB>, { id, attempts }: ClaimedJob): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Puts a failed job back for `runAt`, or, without one, aside among the dead. */
export async function putBackJob(
  db: Kysely<DB>,
  { id, attempts }: ClaimedJob,
  { error, runAt, now }: { error: string; runAt: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('job')
    .set({ leased_until: null, last_error: error, run_at: runAt ?? now, failed_at: runAt ? null : now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** What was leased died with the last server; only the one server of a database may say so. */
export async function releaseLeases(db: Kysely<DB>): Promise<void> {
  await db.updateTable('job').set({ leased_until: null }).where('leased_until', 'is not', null).execute()
}
