import type { Engines } from '../engines.ts'
import {
  claimJob,
  finishJob,
  putAsideJob,
  putBackJob,
  releaseJob,
  renewLease,
  type ClaimableKinds,
  type ClaimedJob,
} from './job.repository.ts'
import { ProcessStops, type Job } from './jobs.ts'
import type { LeaseOwner } from './lease-owner.ts'

export type JobWorld = Pick<Engines, 'settings' | 'log' | 'database' | 'jobs'>

/** The jobs of a lane by kind, and the process that runs them until it stops. */
export type Lane<W> = {
  readonly jobs: ReadonlyMap<string, Job<W>>
  readonly owner: LeaseOwner
  readonly ending: AbortSignal
}

/** Milliseconds. Four renewals fit into a lease, so a short outage of the database does no harm. */
const RENEW_EVERY_MS = 30_000

/** Runs the due jobs of a lane one after the other. When the process stops, it finishes or releases the current one. */
export async function drainLane<W extends JobWorld>(world: W, lane: Lane<W>): Promise<void> {
  const kinds: ClaimableKinds = new Map(
    [...lane.jobs.values()].map(({ kind, attempts }) => [kind, Number.isFinite(attempts) ? attempts : null]),
  )
  while (!lane.ending.aborted) {
    const claimed = await claimJob(world.database.kysely, kinds, lane.owner)
    if (!claimed) return
    const known = lane.jobs.get(claimed.kind)
    if (claimed.isDead) tellDead(world, claimed)
    else if (known) await work(world, claimed, { known, ending: lane.ending })
  }
}

function tellDead({ log }: JobWorld, { kind, attempts }: ClaimedJob): void {
  log.error({ job: kind, attempts, isDead: true }, 'A job was put aside: its process ended while it ran.')
}

type Work<W> = { readonly known: Job<W>; readonly ending: AbortSignal }

async function work<W extends JobWorld>(
  world: W,
  claimed: ClaimedJob,
  { known, ending }: Work<W>,
): Promise<void> {
  const { kysely } = world.database
  const lost = new AbortController()
  const renewing = setInterval(() => void renew(world, claimed, lost), RENEW_EVERY_MS)
  renewing.unref()
  try {
    await known.run(world, claimed.payload, AbortSignal.any([ending, lost.signal]))
    await finishJob(kysely, claimed)
  } catch (error) {
    const isStopped = error === ending.reason || error instanceof ProcessStops
    if (ending.aborted && isStopped) return await releaseJob(kysely, claimed)
    const isDead = claimed.attempts >= known.attempts
    world.log.error({ err: error, job: known.kind, attempts: claimed.attempts, isDead }, 'A job failed.')
    const text = errorText(error).slice(0, 2000)
    if (isDead) await putAsideJob(kysely, claimed, text)
    else await putBackJob(kysely, claimed, { error: text, seconds: pauseAfter(claimed.attempts) })
  } finally {
    clearInterval(renewing)
  }
}

/** Such as `StorageAway: The bucket is away.` The class of an error is its code. */
function errorText(error: unknown): string {
  const isUnnamed = error instanceof Error && error.name === 'Error'
  return isUnnamed ? `${error.constructor.name}: ${error.message}` : String(error)
}

async function renew({ database, log }: JobWorld, claimed: ClaimedJob, lost: AbortController): Promise<void> {
  try {
    if (await renewLease(database.kysely, claimed)) return
    log.warn({ job: claimed.kind, id: claimed.id }, 'Another server has a job that took too long here.')
    lost.abort()
  } catch {
    // The database is unreachable, which is reported elsewhere. The next turn tries again.
  }
}

/** Seconds: 10, 20, 40 … at most an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(3600, 5 * 2 ** attempts)
}
