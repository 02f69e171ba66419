import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { POOLED_TESTS } from '@portal/server/src/testing/engines/pooled-tests.ts'
import { expect, test } from 'vitest'

const CHECKOUT = resolve(import.meta.dirname, '../..')

/** Expands `a/{b,c}.test.ts` to `a/b.test.ts` and `a/c.test.ts`. */
function expand(pattern: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  if (choices === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => expand(before + choice + after))
}

test('each test that also runs through the pooler and on PostgreSQL 15 exists', () => {
  const missing = POOLED_TESTS.flatMap(expand).filter(
    (path) => globSync(path, { cwd: CHECKOUT }).length === 0,
  )
  expect(POOLED_TESTS.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
