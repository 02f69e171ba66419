import { setTimeout as sleep } from 'node:timers/promises'
import type { Engines } from '../engines.ts'
import { claimJob, finishJob, putBackJob, releaseLeases, type ClaimedJob } from './job.repository.ts'
import type { Job } from './jobs.ts'

/** Between looks for due jobs that nobody announced. */
const POLL_MS = 5000

type JobWorld = Pick<Engines, 'settings' | 'clock' | 'log' | 'database' | 'jobs'>

/** What is done again and again, queued by nobody. */
export type RegularWork<W> = { readonly everyMs: number; run(world: W): Promise<unknown> }

/** All that a portal does in the background. */
export type BackgroundWork<W> = {
  readonly jobs: readonly Job<W>[]
  readonly regular: readonly RegularWork<W>[]
}

/** Runs queued jobs and regular work until stopped; `stop` waits for what is in hand. */
export function runJobs<W extends JobWorld>(
  world: W,
  { jobs, regular }: BackgroundWork<W>,
): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const released = releaseLeasesOfTheDead(world)
  const running = [
    ...lanesOf(jobs).map((lane) =>
      repeat(() => released.then(() => workOff(world, lane)), {
        world,
        everyMs: POLL_MS,
        ending,
        onWake: true,
      }),
    ),
    ...regular.map(({ everyMs, run }) => repeat(() => run(world), { world, everyMs, ending })),
  ]
  return {
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

type Lane<W> = ReadonlyMap<string, Job<W>>

/** The jobs of each lane, by kind. */
function lanesOf<W>(jobs: readonly Job<W>[]): Lane<W>[] {
  const lanes = Map.groupBy(jobs, ({ lane }) => lane)
  return [...lanes.values()].map((lane) => new Map(lane.map((each) => [each.kind, each])))
}

/** The one server of an embedded database knows that what is leased died with the last one; else leases run out. */
async function releaseLeasesOfTheDead({ settings, database, log }: JobWorld): Promise<void> {
  if (settings.databaseUrl !== null) return
  await releaseLeases(database.kysely).catch((error: unknown) => log.warn({ err: error }, 'Old leases stay.'))
}

type Rhythm = { world: JobWorld; everyMs: number; ending: AbortController; onWake?: boolean }

/** Does `work` now and then every `everyMs`; a failure is logged and the next turn tries again. */
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

async function workOff<W extends JobWorld>(world: W, lane: Lane<W>): Promise<void> {
  const kinds = [...lane.keys()]
  for (let claimed; (claimed = await claimJob(world.database.kysely, kinds, world.clock.now()));) {
    const known = lane.get(claimed.kind)
    if (known) await work(world, claimed, known)
  }
}

async function work<W extends JobWorld>(world: W, claimed: ClaimedJob, known: Job<W>): Promise<void> {
  const { kysely } = world.database
  try {
    await known.run(world, claimed.payload)
    await finishJob(kysely, claimed)
  } catch (error) {
    const now = world.clock.now()
    const isDead = claimed.attempts >= known.attempts
    const runAt = isDead ? null : new Date(now.getTime() + pauseAfter(claimed.attempts))
    world.log.error({ err: error, job: known.kind, attempts: claimed.attempts, isDead }, 'A job failed.')
    await putBackJob(kysely, claimed, { error: String(error).slice(0, 2000), runAt, now })
  }
}

/** Milliseconds: 10 s, 20 s, 40 s … at most an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(3_600_000, 5000 * 2 ** attempts)
}
