import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

type NewJobs = { kind: string; payloads: readonly unknown[]; dueAt: Date }

export async function insertJobs(
  transaction: Transaction<DB>,
  { kind, payloads, dueAt }: NewJobs,
): Promise<void> {
  const jobs = payloads.map((payload) => ({ kind, payload: JSON.stringify(payload), run_at: dueAt }))
  await transaction.insertInto('job').values(jobs).execute()
}

export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number }

/** Seconds that a worker may take before another one may claim the job. */
const LEASE_SECONDS = 300

/** Takes the next due job of these kinds, so that no other worker has it at the same time; null when none is due. */
export async function claimJob(
  db: Kysely<DB>,
  kinds: readonly string[],
  now: Date,
): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    SELECT id, kind, payload, attempts
    FROM claim_job(${kinds}::text[], ${now}, make_interval(secs => ${LEASE_SECONDS}))`.execute(db)
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
