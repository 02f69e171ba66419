import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** Seconds for which a backup that no longer renews its hold still counts as running. */
const HOLD_SECONDS = 600

const heldFromNow = sql<Date>`now() + make_interval(secs => ${HOLD_SECONDS})`

/** `since` is the earlier backup that it builds on. */
export type NewRun = { readonly id: string; readonly place: string; readonly since: string | null }

/** Records the start of a backup; from now on the bytes of deleted documents are retained. */
async function beginRun(db: Kysely<DB>, run: NewRun): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ ...run, holds_until: heldFromNow })
    .execute()
}

export async function renewHold(db: Kysely<DB>, id: string): Promise<void> {
  await db.updateTable('backup_run').set({ holds_until: heldFromNow }).where('id', '=', id).execute()
}

type Result = { documents: number; bytes: number; ownBytes: number; lacking: number }

export async function endRun(transaction: Transaction<DB>, id: string, result: Result): Promise<void> {
  await transaction
    .updateTable('backup_run')
    .set({
      ended_at: sql<Date>`now()`,
      document_count: result.documents,
      byte_count: String(result.bytes),
      own_byte_count: String(result.ownBytes),
      lacking_count: result.lacking,
    })
    .where('id', '=', id)
    .execute()
}

export async function failRun(db: Kysely<DB>, id: string, failure: string): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ ended_at: sql<Date>`now()`, failure })
    .where('id', '=', id)
    // Keep the first reason, which is the true one.
    .where('ended_at', 'is', null)
    .execute()
}

/** A backup that started recently. */
export type BackupRun = {
  readonly place: string
  readonly begunAt: Date
  readonly endedAt: Date | null
  readonly failure: string | null
  /** The earlier backup that it builds on. */
  readonly since: string | null
  /** Whether it has not ended and renewed its hold recently. */
  readonly isRunning: boolean
}

/** The last hundred runs, newest first, and the database's time. */
export async function readRuns(db: Kysely<DB>): Promise<{ runs: BackupRun[]; now: Date }> {
  const { rows: times } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
  const runs = await db
    .selectFrom('backup_run')
    .select(['place', 'begun_at as begunAt', 'ended_at as endedAt', 'failure', 'since'])
    .select(sql<boolean>`ended_at IS NULL AND holds_until > now()`.as('isRunning'))
    .orderBy('begun_at', 'desc')
    .limit(100)
    .execute()
  return { runs, now: times[0]?.now ?? new Date(0) }
}

/** An arbitrary number that no other lock uses. */
const CLAIM_LOCK = 0x6261636b

/** Starts the run that `decide` returns, under a lock, so that only one of several servers or commands does. */
export async function claimRun(
  db: Kysely<DB>,
  decide: (known: { runs: readonly BackupRun[]; now: Date }) => NewRun | null,
): Promise<NewRun | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(transaction)
    const run = decide(await readRuns(transaction))
    if (run) await beginRun(transaction, run)
    return run
  })
}

/** How a backup ended; null if it has not ended, or could no longer record it. */
export type RunEnding = 'good' | 'failed' | null

/** The places of all backups ever started for this portal, each with how the last one there ended. */
export async function readEndings(db: Kysely<DB>): Promise<Map<string, RunEnding>> {
  const rows = await db
    .selectFrom('backup_run')
    .select(['place', 'ended_at', 'failure'])
    .orderBy('begun_at')
    .execute()
  return new Map(rows.map((row) => [row.place, endingOf(row)]))
}

function endingOf({ ended_at, failure }: { ended_at: Date | null; failure: string | null }): RunEnding {
  if (ended_at === null) return null
  return failure === null ? 'good' : 'failed'
}

/** Records which earlier backup a run builds on. */
export async function recordBackupSince(db: Kysely<DB>, id: string, since: string): Promise<void> {
  await db.updateTable('backup_run').set({ since }).where('id', '=', id).execute()
}

/** Whether a running backup may still need the bytes of documents that were deleted since it started. */
export async function areRemovalsHeld(db: Kysely<DB>): Promise<boolean> {
  return (await readRuns(db)).runs.some(({ isRunning }) => isRunning)
}
