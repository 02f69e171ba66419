import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(() => portal.pool.query('DELETE FROM job'))
afterAll(() => portal.close())

const queue = (kind: string, minutes: number) =>
  portal.pool.query(`INSERT INTO job (kind, run_at) VALUES ($1, now() - $2 * interval '1 minute')`, [
    kind,
    minutes,
  ])

async function warnings(): Promise<string[]> {
  portal.clock.advance(60_000)
  const readyz = await portal.app.inject({ url: '/readyz' })
  return readyz.json<{ warnings: string[] }>().warnings.filter((line) => line.startsWith('No process'))
}

test('R1.107 /readyz names the jobs of a kind that this release does not run, once they are overdue', async () => {
  await queue('print-envelopes', 12)
  await queue('print-envelopes', 3)
  await queue('fold-texts', 9)
  await queue('send-mail', 20)
  expect(await warnings()).toEqual([
    'No process of this release runs the job print-envelopes: 2 wait, the oldest has been due for 12 minutes.',
  ])
})

test('R1.107 /readyz says nothing of such a job that a server of another release runs, or that is dead', async () => {
  await queue('print-envelopes', 12)
  await portal.pool.query(`UPDATE job SET leased_until = now() + interval '1 minute'`)
  await queue('fold-texts', 12)
  await portal.pool.query(`UPDATE job SET failed_at = now() WHERE kind = 'fold-texts'`)
  expect(await warnings()).toEqual([])
})
