import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { LeaseOwner } from './lease-owner.ts'

/** Waiting or dead jobs of one kind. */
export type JobGroup = {
  readonly state: 'waiting' | 'dead'
  readonly kind: string
  readonly count: number
  /** When the oldest job of the group was due. */
  readonly oldest: Date
  /** The ids of the oldest jobs, and the numbers in their payloads, such as `number 41`; empty without. */
  readonly ids: readonly string[]
  readonly numbers: readonly string[]
  readonly lastError: string | null
}

/** A running job; `owner` is null if the job does not name one. */
export type RunningJob = {
  readonly id: string
  readonly kind: string
  readonly numbers: string
  readonly owner: LeaseOwner | null
}

const IDS_TOLD = 10

const inHand = sql<boolean>`(leased_until IS NOT NULL AND leased_until >= now())`

/** Only the numbers of a payload: its texts may be secret. */
const NUMBERS = sql<string>`(
  SELECT coalesce(string_agg(key || ' ' || value, ', ' ORDER BY key), '')
  FROM jsonb_each(CASE jsonb_typeof(payload) WHEN 'object' THEN payload END) WHERE jsonb_typeof(value) = 'number')`

/** Returns waiting and dead jobs by kind, each group with its newest error. */
export async function listJobGroups(db: Kysely<DB>): Promise<JobGroup[]> {
  const { rows } = await sql<JobGroup>`
    WITH known AS MATERIALIZED (
      SELECT id, kind, run_at, last_error IS NOT NULL AS has_error,
        CASE WHEN failed_at IS NULL THEN 'waiting' ELSE 'dead' END AS state
      FROM job WHERE NOT ${inHand}
    )
    SELECT state, kind, count(*)::integer AS count, min(run_at) AS oldest,
      (SELECT array_agg(id::text) FROM (
        SELECT id FROM known AS each WHERE each.state = g.state AND each.kind = g.kind ORDER BY id LIMIT ${IDS_TOLD}
      ) AS first) AS ids,
      (SELECT array_agg(${NUMBERS} ORDER BY id) FROM job WHERE id IN (
        SELECT id FROM known AS each WHERE each.state = g.state AND each.kind = g.kind ORDER BY id LIMIT ${IDS_TOLD}
      )) AS numbers,
      (SELECT last_error FROM job WHERE id = (
        SELECT id FROM known AS each WHERE each.state = g.state AND each.kind = g.kind AND has_error
        ORDER BY run_at DESC, id DESC LIMIT 1
      )) AS "lastError"
    FROM known AS g GROUP BY state, kind ORDER BY state DESC, kind`.execute(db)
  return rows
}

export async function listRunningJobs(db: Kysely<DB>): Promise<RunningJob[]> {
  const { rows } = await sql<RunningJob>`
    SELECT id::text, kind, ${NUMBERS} AS numbers, lease_owner AS owner FROM job WHERE ${inHand} ORDER BY kind, id`.execute(
    db,
  )
  return rows
}

/** A job that is not dead, by the key with which it was queued. */
export type QueuedJob = {
  readonly key: string | null
  readonly isRunning: boolean
  /** Whether its last attempt failed. */
  readonly hasFailed: boolean
}

export async function listQueuedJobs(db: Kysely<DB>, kind: string): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    SELECT coalesce(key, claimed_key) AS key, ${inHand} AS "isRunning", last_error IS NOT NULL AS "hasFailed"
    FROM job WHERE kind = ${kind} AND failed_at IS NULL ORDER BY id`.execute(db)
  return rows
}

export type DeadJobs = { readonly kind: string; readonly count: number }

export async function countDeadJobs(db: Kysely<DB>): Promise<DeadJobs[]> {
  const { rows } = await sql<DeadJobs>`
    SELECT kind, count(*)::integer AS count FROM job WHERE failed_at IS NOT NULL GROUP BY kind ORDER BY kind`.execute(
    db,
  )
  return rows
}

/** Selects all jobs, the jobs of a kind, or one job by id. */
export type DeadOnes = { readonly kind?: string; readonly id?: string }

/**
 * Requeues dead jobs with no attempts counted, and returns how many of each kind. A dead job is deleted if a waiting
 * job has its key, because that job does its work.
 */
export async function reviveDeadJobs(
  transaction: Transaction<DB>,
  { kind, id }: DeadOnes,
): Promise<DeadJobs[]> {
  const { rows } = await sql<DeadJobs>`
    WITH dead AS MATERIALIZED (
      SELECT id, kind FROM job
      WHERE failed_at IS NOT NULL AND kind = coalesce(${kind ?? null}, kind) AND id = coalesce(${id ?? null}::bigint, id)
      ORDER BY id FOR UPDATE
    ), brought AS MATERIALIZED (
      SELECT kind, bring_back_job(id) FROM dead
    )
    SELECT kind, count(*)::integer AS count FROM brought GROUP BY kind ORDER BY kind`.execute(transaction)
  return rows
}

/** Makes failed jobs that wait for a retry due immediately, and returns how many of each kind. */
export async function retryFailedJobsNow(
  transaction: Transaction<DB>,
  { kind, id }: DeadOnes,
): Promise<DeadJobs[]> {
  const { rows } = await sql<DeadJobs>`
    WITH waiting AS MATERIALIZED (
      SELECT id FROM job
      WHERE failed_at IS NULL AND attempts > 0 AND last_error IS NOT NULL AND run_at > now() AND NOT ${inHand}
        AND kind = coalesce(${kind ?? null}, kind) AND id = coalesce(${id ?? null}::bigint, id)
      ORDER BY id FOR UPDATE SKIP LOCKED
    ), hurried AS (
      UPDATE job SET run_at = now() FROM waiting WHERE job.id = waiting.id RETURNING job.kind
    )
    SELECT kind, count(*)::integer AS count FROM hurried GROUP BY kind ORDER BY kind`.execute(transaction)
  return rows
}
