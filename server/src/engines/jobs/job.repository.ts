import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { LeaseOwner } from './lease-owner.ts'

type NewJobs = {
  kind: string
  jobs: readonly { payload: unknown; key: string | null }[]
  pauseMs?: number
}

/**
 * Adds jobs that are due immediately, or after a pause. If a waiting job has the same key, it gets the new payload
 * instead.
 */
export async function insertJobs(
  transaction: Transaction<DB>,
  { kind, jobs, pauseMs = 0 }: NewJobs,
): Promise<void> {
  const rows = jobs.map(({ payload, key }) => ({
    kind,
    payload: JSON.stringify(payload),
    key,
    run_at: sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`,
  }))
  await transaction
    .insertInto('job')
    .values(rows)
    // Update instead of ignoring: this locks the row until the commit, so no worker claims it before.
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        payload: (excluded) => excluded.ref('excluded.payload'),
        run_at: sql<Date>`least(job.run_at, excluded.run_at)`,
      }),
    )
    .execute()
}

/** `isDead` if this claim marked the job dead: no attempts are left, and the last one ended with its process. */
export type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  attempts: number
  isDead: boolean
}

/** The maximum attempts of each kind; null for a kind that never becomes dead. */
export type ClaimableKinds = ReadonlyMap<string, number | null>

/** Seconds after which another worker may claim a job whose lease was not renewed. */
const LEASE_SECONDS = 120
const LEASE = sql`make_interval(secs => ${LEASE_SECONDS})`

/** Claims the next due job of these kinds, for this worker only; null if none is due. */
export async function claimJob(
  db: Kysely<DB>,
  kinds: ClaimableKinds,
  owner: LeaseOwner,
): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    SELECT id, kind, payload, attempts, failed_at IS NOT NULL AS "isDead"
    FROM claim_next_job(${[...kinds.keys()]}::text[], ${[...kinds.values()]}::integer[],
      ${JSON.stringify(owner)}::jsonb, ${LEASE})`.execute(db)
  return rows[0] ?? null
}

/** Renews the lease of a job; false if another worker has claimed it. */
export async function renewLease(db: Kysely<DB>, { id, attempts }: ClaimedJob): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ leased_until: sql<Date>`now() + ${LEASE}` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('leased_until', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function finishJob(db: Kysely<DB>, { id, attempts }: ClaimedJob): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Delays a failed job by so many seconds. */
export async function putBackJob(
  db: Kysely<DB>,
  { id, attempts }: ClaimedJob,
  { error, seconds }: { error: string; seconds: number },
): Promise<void> {
  await sql`SELECT put_back_job(${id}, ${attempts}, ${error}, make_interval(secs => ${seconds}))`.execute(db)
}

/** Marks a failed job as dead. */
export async function putAsideJob(
  db: Kysely<DB>,
  { id, attempts }: ClaimedJob,
  error: string,
): Promise<void> {
  await db
    .updateTable('job')
    .set({ leased_until: null, lease_owner: null, last_error: error, failed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** The owners of leased jobs, as far as the jobs name them. */
export async function listLeaseOwners(db: Kysely<DB>): Promise<LeaseOwner[]> {
  const { rows } = await sql<{ owner: LeaseOwner }>`
    SELECT DISTINCT lease_owner AS owner FROM job WHERE lease_owner IS NOT NULL`.execute(db)
  return rows.map(({ owner }) => owner)
}

/** The error of a job that died with its server. `claim-job.functions.sql` writes the same. */
export const PROCESS_ENDED = 'Its process ended while it ran.'

/**
 * Releases the jobs of owners that have ended, by their ids; with `ofServers` also those of every server, which only
 * the one server of a database may do. The first retry is immediate; later ones wait as after failures.
 */
export async function releaseDeadLeases(
  db: Kysely<DB>,
  { ids, ofServers }: { ids: readonly string[]; ofServers: boolean },
): Promise<void> {
  const isTheirs = sql`(lease_owner->>'id' = ANY (${ids}::text[])
    OR (${ofServers} AND lease_owner->>'isWorker' IS NULL))`
  await sql`
    SELECT put_back_job(id, attempts, ${PROCESS_ENDED}::text,
      make_interval(secs => CASE WHEN attempts > 1 THEN least(3600, 5 * 2 ^ attempts) ELSE 0 END))
    FROM job WHERE leased_until IS NOT NULL AND ${isTheirs}`.execute(db)
}

/** Releases a job that was stopped before it finished. Its attempt does not count. */
export async function releaseJob(db: Kysely<DB>, { id, attempts }: ClaimedJob): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`UPDATE job SET attempts = attempts - 1 WHERE id = ${id} AND attempts = ${attempts}`.execute(
      transaction,
    )
    await sql`SELECT put_back_job(id, attempts, last_error, interval '0')
      FROM job WHERE id = ${id} AND attempts = ${attempts - 1}`.execute(transaction)
  })
}

/** Releases the jobs that this process still has when it stops. */
export async function releaseOwnLeases(db: Kysely<DB>, { id }: LeaseOwner): Promise<void> {
  await sql`
    SELECT put_back_job(id, attempts, last_error, interval '0')
    FROM job WHERE leased_until IS NOT NULL AND lease_owner->>'id' = ${id}`.execute(db)
}

/** Whether a job of that kind waits or runs. */
export async function isAnyQueued(db: Kysely<DB>, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
