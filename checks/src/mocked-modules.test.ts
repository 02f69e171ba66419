import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const MOCKS = /^\s*vi\.(mock|doMock)\(/mu

it('every test file that mocks modules has its own worker: in a shared one they may be loaded already', () => {
  const files = globSync('{contract,server,web,e2e,bench}/**/*.test.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  }).map((path) => path.replaceAll('\\', '/'))
  const mocking = files.filter((path) => MOCKS.test(readFileSync(join(ROOT, path), 'utf8')))
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')
  expect(mocking.length).toBeGreaterThan(0)
  expect(mocking.filter((path) => !config.includes(`'${path}'`))).toEqual([])
})
