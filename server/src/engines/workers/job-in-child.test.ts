import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FATE } from '../../testing/fates.child.ts'
import { watchNextChild } from '../../testing/looping-child.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { jobInChild } from './job-in-child.ts'

type Payload = { readonly act: 'echo' | 'throw' | 'loop' | 'nothing' }

const READ_FILE: JobKind<Payload> = {
  kind: 'read-file',
  payload: z.object({ act: z.enum(['echo', 'throw', 'loop', 'nothing']) }),
  lane: 'files',
  attempts: 3,
}

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(() => portal.pool.query('DELETE FROM job'))
afterAll(() => portal.close())

const settle = vi.fn<(world: unknown, done: object) => Promise<void>>(async () => {})
const readFile = jobInChild(READ_FILE, {
  task: FATE,
  prepare: async (_world: TestPortal['world'], { act }) => (act === 'nothing' ? null : { act, text: 'read' }),
  settle,
})

const queue = (act: Payload['act']) =>
  portal.world.database.kysely
    .transaction()
    .execute((transaction) => portal.world.jobs.enqueue(transaction, READ_FILE, { act }))

const jobsLeft = async () =>
  (await portal.pool.query('SELECT attempts, leased_until, last_error FROM job')).rows

test('R1.102 a job gets the outcome of its child, whatever it is, and is done', async () => {
  for (const act of ['echo', 'throw', 'nothing'] as const) await queue(act)
  await runDueJobs(portal, [readFile])
  expect(settle.mock.calls.map(([, done]) => done)).toEqual([
    { payload: { act: 'echo' }, outcome: { kind: 'done', result: { text: 'read' } } },
    {
      payload: { act: 'throw' },
      outcome: { kind: 'crashed', reason: expect.stringContaining('the file is damaged') },
    },
  ])
  expect(await jobsLeft()).toEqual([])
})

test('R1.102 a process that stops kills the child, and its job waits again without a counted attempt', async () => {
  const looping = Promise.withResolvers<void>()
  watchNextChild(() => looping.resolve())
  await queue('loop')
  const jobs = runJobs(portal.world, { jobs: [readFile], regular: [] })
  await looping.promise
  await jobs.stop()
  expect(await jobsLeft()).toEqual([{ attempts: 0, leased_until: null, last_error: null }])
  expect(settle).not.toHaveBeenCalled()
  expect(portal.log.join('\n')).not.toContain('A job failed.')
})
