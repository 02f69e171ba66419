import { z } from 'zod'
import { job, type JobKind } from '../../../engines/jobs/jobs.ts'
import { isAnyQueued } from '../../../engines/jobs/job.repository.ts'
import type { World } from '../../../records/context.ts'
import { findNight } from '../../../records/stored-files/nightly-checks/night-watch.repository.ts'
import { nightOf } from './night-share.ts'

/** The nightly checks, which run on one of the servers. */
const NIGHT_SHARE: JobKind<object> = {
  kind: 'night-share',
  payload: z.object({}),
  // Its own lane, so that no other job waits for it.
  lane: 'night',
  attempts: 12,
  keyOf: () => 'the one',
}

export const nightShare = job(NIGHT_SHARE, async (world: World, _payload, ending) => {
  // Loaded only at night, so that it does not delay the start of the server.
  const { workThroughNight } = await import('./night-share.ts')
  await workThroughNight(world, ending)
})

/** Queues the nightly checks if it is night and some are left, unless they are already queued or running. */
export async function queueNightShare(world: World): Promise<void> {
  const night = nightOf(world)
  if (night === null) return
  const { kysely } = world.database
  const progress = await findNight(kysely, night)
  if (progress?.isDatabaseChecked && progress.shareLeft === 0) return
  const queued = await kysely.transaction().execute(async (transaction) => {
    if (await isAnyQueued(transaction, NIGHT_SHARE.kind)) return false
    await world.jobs.enqueue(transaction, NIGHT_SHARE, {})
    return true
  })
  if (queued) world.jobs.wake()
}
