import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { POOLED } from '../../vitest.engines.config.ts'

const CHECKOUT = resolve(import.meta.dirname, '../..')

/** `a/{b,c}.test.ts` is `a/b.test.ts` and `a/c.test.ts`. */
function expand(pattern: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  if (choices === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => expand(before + choice + after))
}

test('each test that also runs through the pooler and on PostgreSQL 15 is there', () => {
  const missing = POOLED.flatMap(expand).filter((path) => globSync(path, { cwd: CHECKOUT }).length === 0)
  expect(POOLED.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
