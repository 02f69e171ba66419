import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesOf } from './spec-map.ts'
import { caseNamesOf } from './test-cases.ts'

const TESTS = '{contract,server,web,checks,e2e,bench}/**/*.{test,spec}.ts'

/** The titles of all tests of a checkout, and the names of cases with an id, by file path, sorted by path. */
export function allTitles(checkout: string): ReadonlyMap<string, readonly string[]> {
  const paths = globSync(TESTS, { cwd: checkout, exclude: ['**/node_modules/**'] })
  return new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [path, titlesIn(readFileSync(join(checkout, path), 'utf8'))]),
  )
}

function titlesIn(code: string): readonly string[] {
  return [...titlesOf(code), ...caseNamesOf(code)]
}
