import { expect, test } from 'vitest'
import { LineSpeed } from './line-speed.ts'

const MIB = 1024 * 1024

/** Sends a file of `size` for ten seconds at this many bytes a second. */
function afterTenSeconds(bytesPerSecond: number, size: number): LineSpeed {
  const speed = new LineSpeed()
  for (let second = 0; second <= 10; second += 1)
    speed.note({ at: second * 1000, bytes: second === 0 ? 0 : bytesPerSecond, size })
  return speed
}

test.each([
  [30 * 1024, 1],
  [200 * 1024, 2],
  [600 * 1024, 3],
  [5 * MIB, 4],
])('at %i bytes a second %i files are sent at the same time', (rate, atOnce) => {
  const speed = afterTenSeconds(rate, 20 * MIB)
  expect(speed.rate(10_000)).toBe(rate)
  expect(speed.atOnce(10_000)).toBe(atOnce)
})

test('there is no speed before enough was measured, and after a pause it is measured again', () => {
  const speed = new LineSpeed()
  speed.note({ at: 0, bytes: 1000, size: 20 * MIB })
  expect(speed.rate(500)).toBeNull()
  expect(speed.atOnce(500)).toBe(4)
  const slow = afterTenSeconds(1024, 20 * MIB)
  slow.reset()
  expect(slow.atOnce(11_000)).toBe(4)
})

test('small files, which wait for their responses, do not make a line look slow', () => {
  expect(afterTenSeconds(30 * 1024, 50_000).atOnce(10_000)).toBe(4)
})
