import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { LeaseOwner } from './lease-owner.ts'

type NewJobs = {
  kind: string
  jobs: readonly { payload: unknown; key: string | null }[]
  pauseMs?: number
}

/** Adds jobs that are due at once, or after a pause. One whose key another holds that waits becomes that one's newest payload. */
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
    // A change, and not nothing: the row is held until this commits, so that nobody claims it without what this does.
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        payload: (excluded) => excluded.ref('excluded.payload'),
        run_at: sql<Date>`least(job.run_at, excluded.run_at)`,
      }),
    )
    .execute()
}

/** `isDead` of one that was put aside at this claim: all its attempts are gone, the last with its process. */
export type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  attempts: number
  isDead: boolean
}

/** Kinds with how often each is tried; null for one that is never put aside. */
export type ClaimableKinds = ReadonlyMap<string, number | null>

/** Seconds after which another worker may claim a job whose lease nobody has renewed. */
const LEASE_SECONDS = 120
const LEASE = sql`make_interval(secs => ${LEASE_SECONDS})`

/** Takes the next due job of these kinds, so that no other worker has it at the same time; null when none is due. */
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

/** Holds a job for as long again; false where another has it by now. */
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

/** Lets a failed job wait so many seconds. */
export async function putBackJob(
  db: Kysely<DB>,
  { id, attempts }: ClaimedJob,
  { error, seconds }: { error: string; seconds: number },
): Promise<void> {
  await sql`SELECT put_back_job(${id}, ${attempts}, ${error}, make_interval(secs => ${seconds}))`.execute(db)
}

/** Puts a failed job aside, among the dead. */
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

/** Who has jobs in hand, as far as they say. */
export async function listLeaseOwners(db: Kysely<DB>): Promise<LeaseOwner[]> {
  const { rows } = await sql<{ owner: LeaseOwner }>`
    SELECT DISTINCT lease_owner AS owner FROM job WHERE lease_owner IS NOT NULL`.execute(db)
  return rows.map(({ owner }) => owner)
}

/** The error of a job that died with its server. `claim-job.functions.sql` writes the same. */
export const PROCESS_ENDED = 'Its process ended while it ran.'

/**
 * Releases the jobs of owners that have ended, by their ids; with `ofServers` also those of every server, which only the
 * one server of a database may do. The first retry is at once, later ones after pauses like those of failures.
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

/** Releases a job that was stopped before its end. Its attempt does not count. */
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
