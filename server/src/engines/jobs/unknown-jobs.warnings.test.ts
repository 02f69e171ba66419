import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(() => portal.pool.query('DELETE FROM job'))
afterAll(() => portal.close())

const queue = (kind: string, minutes: number, seconds = 0) =>
  portal.pool.query(
    'INSERT INTO job (kind, run_at) VALUES ($1, now() - make_interval(mins => $2, secs => $3))',
    [kind, minutes, seconds],
  )

async function warnings(): Promise<string[]> {
  portal.clock.advance(60_000)
  const readyz = await portal.app.inject({ url: '/readyz' })
  return readyz.json<{ warnings: string[] }>().warnings.filter((line) => line.startsWith('No process'))
}

test('R1.107 /readyz names the jobs of a kind that this release does not run, once they are overdue', async () => {
  await queue('print-envelopes', 12)
  await queue('print-envelopes', 3)
  // Ten seconds are left for a slow machine.
  await queue('fold-texts', 9, 50)
  await queue('stamp-letters', 10)
  await queue('send-mail', 20)
  expect(await warnings()).toEqual([
    'No process of this release runs the job print-envelopes: 2 wait, the oldest has been due for 12 minutes.',
    'No process of this release runs the job stamp-letters: 1 waits, the oldest has been due for 10 minutes.',
  ])
})

test('R1.107 /readyz says nothing of such a job that a server of another release runs, or that is dead', async () => {
  await queue('print-envelopes', 12)
  await portal.pool.query(`UPDATE job SET leased_until = now() + interval '1 minute'`)
  await queue('fold-texts', 12)
  await portal.pool.query(`UPDATE job SET failed_at = now() WHERE kind = 'fold-texts'`)
  expect(await warnings()).toEqual([])
})
