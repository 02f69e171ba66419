import { z } from 'zod'
import { job, type JobKind } from '../../../engines/jobs/jobs.ts'
import { isAnyQueued } from '../../../engines/jobs/job.repository.ts'
import type { World } from '../../../records/context.ts'
import { findNight } from '../../../records/stored-files/nightly-checks/night-watch.repository.ts'
import { nightOf } from './night-share.ts'

/** What the portal proves by itself each night, on one of its servers. */
const NIGHT_SHARE: JobKind<object> = {
  kind: 'night-share',
  payload: z.object({}),
  // Of its own, so that nothing waits for it.
  lane: 'night',
  attempts: 12,
  keyOf: () => 'the one',
}

export const nightShare = job(NIGHT_SHARE, async (world: World, _payload, ending) => {
  // Loaded when it is night: a start need not wait for it.
  const { workThroughNight } = await import('./night-share.ts')
  await workThroughNight(world, ending)
})

/** Queues the night's share while it is night and anything of it is left, unless some server has it in hand. */
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
