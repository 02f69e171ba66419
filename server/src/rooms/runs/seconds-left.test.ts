import { expect, test } from 'vitest'
import { secondsLeft } from './runs.models.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, seconds))
/** It waited for a long time, then judged 200 documents in its first batch and 300 in the 10 seconds after it. */
const RUNNING = {
  state: 'running' as const,
  total: 1100,
  changed: 480,
  unchanged: 15,
  refused: 5,
  paceFrom: at(0),
  paceDone: 200,
  advancedAt: at(10),
}

test('R20.72 the time left follows from the batches since the last wait', () => {
  expect(secondsLeft(RUNNING, at(11))).toBe(20)
})

test.each([
  ['before the second batch after a wait', { paceDone: 500, paceFrom: at(10) }, at(11)],
  ['before the first batch', { paceDone: null, paceFrom: null, advancedAt: null }, at(11)],
  ['while no batch ended for 30 seconds', {}, at(41)],
  ['of a run that has ended', { state: 'done' as const }, at(11)],
])('R20.72 no time left is known %s', (_when, change, now) => {
  expect(secondsLeft({ ...RUNNING, ...change }, now)).toBeNull()
})
