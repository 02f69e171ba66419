import { setTimeout as sleep } from 'node:timers/promises'
import { listLeaseOwners, releaseDeadLeases, releaseOwnLeases } from './job.repository.ts'
import type { Job } from './jobs.ts'
import { isGone, newLeaseOwner, type LeaseOwner } from './lease-owner.ts'
import { drainLane, type JobWorld } from './drain-lane.ts'

/** Milliseconds between polls for due jobs, such as those that another process queued. */
const POLL_MS = 5000

/** Work at fixed times that is not queued. `ending` is aborted when the process stops. */
export type RegularWork<W> = {
  readonly everyMs: number
  run(world: W, ending: AbortSignal): Promise<unknown>
}

/** The background work of a process. */
export type BackgroundWork<W> = {
  readonly jobs: readonly Job<W>[]
  readonly regular: readonly RegularWork<W>[]
}

/** Runs queued jobs and regular work until stopped. `stop` waits for the running jobs. */
export function runJobs<W extends JobWorld>(
  world: W,
  { jobs, regular }: BackgroundWork<W>,
  owner: LeaseOwner = newLeaseOwner(),
): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const released = releaseLeasesOfTheDead(world, owner)
  const running = [
    ...lanesOf(jobs).map((lane) =>
      repeat(() => released.then(() => drainLane(world, { jobs: lane, owner, ending: ending.signal })), {
        world,
        everyMs: POLL_MS,
        ending,
        onWake: true,
      }),
    ),
    ...regular.map(({ everyMs, run }) => repeat(() => run(world, ending.signal), { world, everyMs, ending })),
  ]
  return {
    async stop() {
      ending.abort()
      await Promise.all([released, ...running])
      await releaseOwnLeases(world.database.kysely, owner).catch(oldLeaseWarnings(world))
    },
  }
}

/** The jobs of each lane, by kind. */
export function lanesOf<W>(jobs: readonly Job<W>[]): ReadonlyMap<string, Job<W>>[] {
  const lanes = Map.groupBy(jobs, ({ lane }) => lane)
  return [...lanes.values()].map((lane) => new Map(lane.map((each) => [each.kind, each])))
}

/**
 * Releases the leases of dead processes of this machine before they expire. An embedded database has only one server,
 * so all server leases in it belong to dead servers. A worker of this machine may still be alive.
 */
async function releaseLeasesOfTheDead(world: JobWorld, own: LeaseOwner): Promise<void> {
  const { kysely } = world.database
  try {
    const dead = (await listLeaseOwners(kysely)).filter((other) => isGone(other, own))
    const ofServers = world.settings.databaseUrl === null && !own.isWorker
    if (ofServers || dead.length > 0)
      await releaseDeadLeases(kysely, { ids: dead.map(({ id }) => id), ofServers })
  } catch (error) {
    oldLeaseWarnings(world)(error)
  }
}

function oldLeaseWarnings({ log }: JobWorld) {
  return (error: unknown) => log.warn({ err: error }, 'Leases of jobs stay until they run out.')
}

type Rhythm = { world: JobWorld; everyMs: number; ending: AbortController; onWake?: boolean }

/** Runs `work` now and then every `everyMs`. A failure is logged, and the next turn tries again. */
async function repeat(
  work: () => Promise<unknown>,
  { world, everyMs, ending, onWake = false }: Rhythm,
): Promise<void> {
  while (!ending.signal.aborted) {
    const pause = new AbortController()
    const cut = () => pause.abort()
    ending.signal.addEventListener('abort', cut)
    const quiet = onWake ? world.jobs.onWake(cut) : () => {}
    try {
      await work()
    } catch (error) {
      if (world.database.isUp())
        world.log.error({ err: error }, 'Background work failed and will be tried again.')
    }
    await sleep(everyMs, undefined, { signal: pause.signal, ref: false }).catch(() => {})
    ending.signal.removeEventListener('abort', cut)
    quiet()
  }
}
