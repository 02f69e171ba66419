import { expect, test } from 'vitest'
import { pauseBefore } from './send-entry.ts'

test('the pauses double, and stay below a minute', () => {
  const pauses = [1, 2, 3, 4, 20].map((failures) => pauseBefore({ failures, retryAfter: undefined }, 1))
  expect(pauses).toEqual([500, 1000, 2000, 4000, 60_000])
})

test('jitter spreads clients that lost the same connection', () => {
  expect(pauseBefore({ failures: 4, retryAfter: undefined }, 0)).toBe(2000)
})

test('no client retries before the server asks for it', () => {
  expect(pauseBefore({ failures: 1, retryAfter: 120 }, 0)).toBe(120_000)
  expect(pauseBefore({ failures: 1, retryAfter: 120 }, 1)).toBe(132_000)
})
