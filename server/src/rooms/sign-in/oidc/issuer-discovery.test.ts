import { expect, test } from 'vitest'
import { reasonOf } from './issuer-discovery.ts'

test.each([
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'fetch failed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  [{ code: 'ENOTFOUND' }, 'fetch failed (ENOTFOUND)'],
  [{ code: 'whatever <an issuer> may write' }, 'fetch failed'],
  [undefined, 'fetch failed'],
])('R2.137 the cause of a failure is reported by its code only: %j', (cause, reason) => {
  expect(reasonOf(new TypeError('fetch failed', { cause }))).toBe(reason)
})
