import type { RunAction, RunActionKind } from '@portal/contract/runs/actions.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { WAIT_SECONDS } from './pace.ts'

/** What a run does: an action of the contract, or the undo of another run. */
export type StoredAction = RunAction | { readonly kind: 'undo'; readonly of: RunActionKind }

/** Counts of refusals by their sentences. Two sentences may have the code of one error. */
export type Reasons = Readonly<Record<string, { readonly code: string; readonly count: number }>>

export type RunState = 'running' | 'stopped' | 'done'

export type RunRow = {
  readonly number: number
  /** SHA-256 of the request. */
  readonly request: Buffer
  readonly startedBy: number
  /** The address of the person. */
  readonly starter: string
  readonly cameFrom: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** When its last batch ended; null if none has. */
  readonly advancedAt: Date | null
  /** When its batches began to follow each other without a wait, and how many documents were judged then. */
  readonly paceFrom: Date | null
  readonly paceDone: number | null
  readonly state: RunState
  readonly action: StoredAction
  readonly what: string
  readonly undoes: number | null
  readonly undoneBy: number | null
  readonly total: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly reasons: Reasons
}

export type NewRun = Pick<
  RunRow,
  'request' | 'startedBy' | 'cameFrom' | 'startedAt' | 'action' | 'what' | 'undoes' | 'total'
> & { readonly key: string; readonly state: RunState }

/**
 * Inserts a run and returns its number; null if the person has one with this key, or one that is running, or if the run to
 * undo was undone.
 */
export async function insertRun(transaction: Transaction<DB>, run: NewRun): Promise<number | null> {
  if (run.undoes !== null && (await lockUndone(transaction, run.undoes))) return null
  const { rows } = await sql<{ number: number }>`
    INSERT INTO document_run (key, request, started_by, came_from, started_at, ended_at, state, action, what, undoes, total)
    VALUES (${run.key}::uuid, ${run.request}, ${run.startedBy}, ${run.cameFrom}, ${run.startedAt},
      ${run.state === 'running' ? null : run.startedAt}, ${run.state}, ${JSON.stringify(run.action)}::jsonb, ${run.what},
      ${run.undoes}, ${run.total})
    ON CONFLICT DO NOTHING RETURNING number`.execute(transaction)
  return rows[0]?.number ?? null
}

/** Locks a run until the transaction ends, and returns whether it was undone. */
async function lockUndone(transaction: Transaction<DB>, number: number): Promise<boolean> {
  await lockRun(transaction, number)
  return (await findRun(transaction, number))?.undoneBy !== null
}

/** An undo that was stopped or that changed nothing leaves its run to another one (R20.67). */
const IS_UNDONE = sql`u.undoes = r.number AND (u.state = 'running' OR u.state = 'done' AND u.changed > 0)`

const COLUMNS = sql`r.number, r.request, r.started_by AS "startedBy", a.email AS starter, r.came_from AS "cameFrom",
  r.started_at AS "startedAt", r.ended_at AS "endedAt", r.advanced_at AS "advancedAt", r.pace_from AS "paceFrom",
  r.pace_done AS "paceDone", r.state, r.action, r.what, r.undoes,
  (SELECT u.number FROM document_run AS u WHERE ${IS_UNDONE} ORDER BY u.number LIMIT 1) AS "undoneBy",
  r.total, r.changed, r.unchanged, r.refused, r.reasons`
const FROM = sql`document_run AS r JOIN account AS a ON a.id = r.started_by`

export async function findRun(db: Kysely<DB>, number: number): Promise<RunRow | undefined> {
  const { rows } =
    await sql<RunRow>`SELECT ${COLUMNS} FROM ${FROM} WHERE r.number = ${number}::integer`.execute(db)
  return rows[0]
}

export async function findRunByKey(
  db: Kysely<DB>,
  { startedBy, key }: Pick<NewRun, 'startedBy' | 'key'>,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE r.started_by = ${startedBy}::integer AND r.key = ${key}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** The number of the person's run that has not ended; undefined for none. */
export async function findRunning(db: Kysely<DB>, accountId: number): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM document_run WHERE started_by = ${accountId}::integer AND state = 'running'`.execute(
    db,
  )
  return rows[0]?.number
}

/** Runs under way that have changed no document since a moment, and since when, the oldest first. */
export async function listQuietRuns(
  db: Kysely<DB>,
  before: Date,
): Promise<{ readonly number: number; readonly since: Date }[]> {
  const { rows } = await sql<{ number: number; since: Date }>`
    SELECT number, coalesce(advanced_at, started_at) AS since FROM document_run
    WHERE state = 'running' AND coalesce(advanced_at, started_at) <= ${before} ORDER BY number`.execute(db)
  return rows
}

/** How many documents the runs of a person have that were started after a moment. */
export async function countSince(db: Kysely<DB>, accountId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(sum(total), 0)::integer AS n FROM document_run
    WHERE started_by = ${accountId}::integer AND started_at > ${since}`.execute(db)
  return rows[0]?.n ?? 0
}

/** All runs that are under way, the oldest first. */
export async function listRunningRuns(db: Kysely<DB>): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE r.state = 'running' ORDER BY r.number`.execute(db)
  return rows
}

/** The newest runs of a person. */
export async function listRunsOf(db: Kysely<DB>, accountId: number, most: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE r.started_by = ${accountId}::integer
    ORDER BY r.number DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Locks the run until the transaction ends, and returns its state. */
export async function lockRun(transaction: Transaction<DB>, number: number): Promise<RunState | undefined> {
  const { rows } = await sql<{ state: RunState }>`
    SELECT state FROM document_run WHERE number = ${number}::integer FOR NO KEY UPDATE`.execute(transaction)
  return rows[0]?.state
}

export type Tally = Pick<RunRow, 'changed' | 'unchanged' | 'refused' | 'reasons'>

/** Adds the counts of a batch to those of the run, which is locked. */
export async function addToRun(
  transaction: Transaction<DB>,
  number: number,
  { at, ...tally }: Tally & { readonly at: Date },
): Promise<void> {
  const hasWaited = sql`advanced_at IS NULL OR advanced_at < ${at}::timestamptz - make_interval(secs => ${WAIT_SECONDS})`
  const done = tally.changed + tally.unchanged + tally.refused
  await sql`
    UPDATE document_run SET advanced_at = ${at},
      pace_from = CASE WHEN ${hasWaited} THEN ${at} ELSE pace_from END,
      pace_done = CASE WHEN ${hasWaited} THEN changed + unchanged + refused + ${done} ELSE pace_done END,
      changed = changed + ${tally.changed}, unchanged = unchanged + ${tally.unchanged},
      refused = refused + ${tally.refused}, reasons = (
        SELECT coalesce(jsonb_object_agg(sentence, jsonb_build_object('code', code, 'count', n)), '{}') FROM (
          SELECT key AS sentence, max(value ->> 'code') AS code, sum((value ->> 'count')::integer) AS n
          FROM (SELECT * FROM jsonb_each(document_run.reasons) UNION ALL
            SELECT * FROM jsonb_each(${JSON.stringify(tally.reasons)}::jsonb)) AS both_counts
          GROUP BY key) AS summed)
    WHERE number = ${number}::integer`.execute(transaction)
}

/** Ends a run that is running. */
export async function endRun(
  db: Kysely<DB>,
  number: number,
  { state, endedAt }: { readonly state: RunState; readonly endedAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE document_run SET state = ${state}, ended_at = ${endedAt}
    WHERE number = ${number}::integer AND state = 'running' RETURNING number`.execute(db)
  return rows.length > 0
}
