import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds before the last commit within which all commits of a hand-in fall. */
const HAND_IN_SECONDS = 4 * 3600
const TEST_FILE = /\.(test|spec)\.ts$/

/**
 * The test files that changed since the newest commit that is at least four hours older than the last one, because a
 * fresh clone has no other mark for the start of the hand-in. In a clone without older commits, all test files count.
 */
export function changedTests(checkout: string): readonly string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: checkout, encoding: 'utf8', maxBuffer: 1e8 }).trim()
  const last = Number(git('log', '-1', '--format=%ct'))
  const before = last - HAND_IN_SECONDS
  const base = git('rev-list', '-1', '--first-parent', `--before=${before}`, 'HEAD')
  const names =
    base === '' ? git('ls-files') : git('diff', '--name-only', '--diff-filter=d', `${base}...HEAD`)
  return names.split('\n').filter((name) => TEST_FILE.test(name) && existsSync(join(checkout, name)))
}
