import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BACKGROUND } from '../../background.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { createLaneWarnings } from './lanes.warnings.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({ environment: { WORKER_LANES: 'files, night' } })
})
beforeEach(() =>
  portal.pool.query(`
    DELETE FROM job;
    INSERT INTO job (kind, payload, run_at) VALUES
      ('write-owner-roll', '{}', now()), ('write-owner-roll', '{}', now()), ('send-mail', '{}', now())`),
)
afterAll(() => portal.close())

const { collect } = createLaneWarnings(BACKGROUND.jobs)

const warnings = async (settings = portal.world.settings) =>
  (await collect({ ...portal.world, settings })).map(({ text }) => text)

const dueSince = (minutes: number, seconds = 0) =>
  portal.pool.query('UPDATE job SET run_at = now() - make_interval(mins => $1, secs => $2)', [
    minutes,
    seconds,
  ])

test('R1.101 a server warns of a lane that it leaves to workers, once a job is overdue and none runs', async () => {
  // Ten seconds are left for a slow machine.
  await dueSince(9, 50)
  expect(await warnings()).toEqual([])
  await dueSince(10)
  expect(await warnings()).toHaveLength(1)
  await dueSince(12)
  expect(await warnings()).toEqual([
    'No worker runs the lane files: a job has been due for 12 minutes. Start one: `npm run -s portal -- work --lanes files`.',
  ])
  const readyz = await portal.app.inject({ url: '/readyz' })
  expect(readyz.json<{ warnings: string[] }>().warnings).toEqual(expect.arrayContaining(await warnings()))
  await portal.pool.query(
    `UPDATE job SET leased_until = now() + interval '1 minute'
     WHERE id = (SELECT max(id) FROM job WHERE kind = 'write-owner-roll')`,
  )
  expect(await warnings()).toEqual([])
})

test('R1.101 it warns of no lane that it runs by itself', async () => {
  const settings = { ...portal.world.settings, workerLanes: new Set<never>() }
  await dueSince(12)
  expect(await warnings(settings)).toEqual([])
})
