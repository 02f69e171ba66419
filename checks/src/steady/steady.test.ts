import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { statesOf } from './browser-rounds.ts'
import { changedTests } from './changed-tests.ts'
import { planRounds } from './plan.ts'
import { addRound, verdictOf } from './verdict.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-steady-'))
afterAll(() => rmSync(folder, { recursive: true }))

const unsteadyOf = (states: readonly string[], rounds = 3) =>
  verdictOf({ rounds, results: new Map([['a.test.ts › adds', states]]) })

const spec = (title: string, status: string) => ({
  title,
  tests: [{ projectName: 'chromium', status }],
})

const git = (time: string, ...words: string[]) => {
  const env = { ...process.env, GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time }
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', [...who, ...words], { cwd: folder, env, stdio: 'ignore' })
}
const commit = (time: string, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  git(time, 'add', '.')
  git(time, 'commit', '-m', 'a change')
}

describe('the verdict on a test', () => {
  it('is steady when it passed in every round', () => {
    expect(unsteadyOf(['passed', 'passed', 'passed'])).toEqual({ steady: 1, unsteady: [] })
  })

  it.each([
    [['passed', 'failed', 'passed'], 'a.test.ts › adds: 2 passed, 1 failed in 3 rounds'],
    [['failed', 'failed', 'failed'], 'a.test.ts › adds: 3 failed in 3 rounds'],
    [['passed', 'passed'], 'a.test.ts › adds: 2 passed in 3 rounds'],
    [['passed', 'skipped', 'passed'], 'a.test.ts › adds: 2 passed, 1 skipped in 3 rounds'],
  ])('is not steady after %j', (states, line) => {
    expect(unsteadyOf(states)).toEqual({ steady: 0, unsteady: [line] })
  })

  it('is given for each of two tests of one name', () => {
    const results = new Map<string, string[]>()
    for (const state of ['passed', 'failed'])
      addRound(results, [
        { test: 'adds', state: 'passed' },
        { test: 'adds', state },
      ])
    const unsteady = ['adds (2): 1 passed, 1 failed in 2 rounds']
    expect(verdictOf({ rounds: 2, results })).toEqual({ steady: 1, unsteady })
  })

  it('counts as nothing when it never ran', () => {
    expect(unsteadyOf(['skipped', 'skipped', 'skipped'])).toEqual({ steady: 0, unsteady: [] })
  })
})

describe('the plan for a limited time', () => {
  const quick = { file: 'quick.test.ts', seconds: 1 }

  it('runs twenty rounds where they fit, and fewer of slower files', () => {
    expect(planRounds([quick], 180)).toEqual({ rounds: 20, files: ['quick.test.ts'], leftOut: [] })
    expect(planRounds([{ ...quick, seconds: 15 }], 180)).toMatchObject({ rounds: 11, leftOut: [] })
  })

  it('leaves the slowest files out before it runs fewer than three rounds, and names them', () => {
    const slow = { file: 'slow.test.ts', seconds: 400 }
    const unknown = { file: 'new.test.ts', seconds: undefined }
    expect(planRounds([slow, quick, unknown], 90)).toEqual({
      rounds: 12,
      files: ['quick.test.ts', 'new.test.ts'],
      leftOut: ['slow.test.ts'],
    })
    expect(planRounds([slow], 90).files).toEqual([])
  })
})

describe('the report of repeated browser tests', () => {
  it('gives one result for each repetition, under the whole title', () => {
    const suite = {
      title: 'queue.spec.ts',
      specs: [spec('sends', 'expected'), spec('sends', 'flaky')],
      suites: [{ title: 'on a phone', specs: [spec('stops', 'skipped')] }],
    }
    expect(statesOf(suite)).toEqual([
      { test: 'queue.spec.ts › sends [chromium]', state: 'passed' },
      { test: 'queue.spec.ts › sends [chromium]', state: 'failed' },
      { test: 'queue.spec.ts › on a phone › stops [chromium]', state: 'skipped' },
    ])
  })
})

describe('the tests of a hand-in', () => {
  it('are those that changed in the four hours before the last commit', () => {
    git('2026-03-01T08:00:00Z', 'init')
    commit('2026-03-01T08:00:00Z', { 'old.test.ts': '1', 'gone.test.ts': '1', 'edited.spec.ts': '1' })
    commit('2026-03-01T15:00:00Z', { 'new.test.ts': '1', 'new.ts': '1' })
    rmSync(join(folder, 'gone.test.ts'))
    commit('2026-03-01T16:00:00Z', { 'edited.spec.ts': '2' })
    expect(changedTests(folder)).toEqual(['edited.spec.ts', 'new.test.ts'])
    commit('2026-03-01T23:00:00Z', { 'old.test.ts': '2' })
    expect(changedTests(folder)).toEqual(['old.test.ts'])
  })

  it('are all tests where no commit is older', () => {
    rmSync(join(folder, '.git'), { recursive: true })
    git('2026-03-02T08:00:00Z', 'init')
    commit('2026-03-02T08:00:00Z', { 'old.test.ts': '3' })
    expect(changedTests(folder)).toEqual(['edited.spec.ts', 'new.test.ts', 'old.test.ts'])
  })
})
