import { expect, test } from 'vitest'
import { isBatchAt } from './batch-address.ts'

test.each([
  ['/add', '?batch', true],
  ['/ADD/', '?batch=', true],
  ['/%61dd', '?county=3&batch', true],
  ['/add', '', false],
  ['/add', '?Batch', false],
  ['/add/unfinished', '?batch', false],
])('R7.50 the batch is at %s%s: %s', (pathname, search, isThere) => {
  expect(isBatchAt({ pathname, search })).toBe(isThere)
})
