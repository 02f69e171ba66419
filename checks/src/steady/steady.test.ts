import { describe, expect, it } from 'vitest'
import { statesOf } from './browser-rounds.ts'
import { planRounds } from './plan.ts'
import { addRound, verdictOf } from './verdict.ts'

const unsteadyOf = (states: readonly string[], rounds = 3) =>
  verdictOf({ rounds, results: new Map([['a.test.ts › adds', states]]) })

const spec = (title: string, status: string) => ({
  title,
  tests: [{ projectName: 'chromium', status }],
})

describe('the verdict on a test', () => {
  it('is steady if it passed in every round', () => {
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

  it('is given for each of two tests with one name', () => {
    const results = new Map<string, string[]>()
    for (const state of ['passed', 'failed'])
      addRound(results, [
        { test: 'adds', state: 'passed' },
        { test: 'adds', state },
      ])
    const unsteady = ['adds (2): 1 passed, 1 failed in 2 rounds']
    expect(verdictOf({ rounds: 2, results })).toEqual({ steady: 1, unsteady })
  })

  it('counts as nothing if it never ran', () => {
    expect(unsteadyOf(['skipped', 'skipped', 'skipped'])).toEqual({ steady: 0, unsteady: [] })
  })
})

describe('the plan for a limited time', () => {
  const quick = { file: 'quick.test.ts', seconds: 1 }

  it('runs twenty rounds if they fit, and fewer of slower files', () => {
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
