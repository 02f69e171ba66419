import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesOf } from './spec-map.ts'

const TESTS = '{contract,server,web,checks,e2e,bench}/**/*.{test,spec}.ts'

/** The titles of all tests of a checkout, by the path of their file, in the order of the paths. */
export function allTitles(checkout: string): ReadonlyMap<string, readonly string[]> {
  const paths = globSync(TESTS, { cwd: checkout, exclude: ['**/node_modules/**'] })
  return new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [path, titlesOf(readFileSync(join(checkout, path), 'utf8'))]),
  )
}
