import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tally, TALLY_VARIABLE } from '@portal/server/src/testing/tally.ts'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { readFileTimes } from './file-times.ts'
import { type MeasuredStep, profileLines, profileOf } from './profile.ts'
import { emptyTallies, readTallies } from './tallies.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-profile-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const MACHINE = { cores: 2, loadAtStart: 0.25, loadAtEnd: 2.5 }

function stepNamed(name: string, rest: Partial<MeasuredStep> = {}): MeasuredStep {
  return {
    outcome: { name, seconds: 12.34, passed: 3, failed: 0, skipped: 0 },
    files: [],
    started: {},
    ...rest,
  }
}

function written(name: string, content: object): string {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

const specs = (...durations: number[]) =>
  durations.map((duration) => ({ tests: [{ results: [{ duration }] }] }))

describe('the profile of a run', () => {
  const split = { import: 1, setup: 0.5, tests: 6.5 }
  const tests = stepNamed('tests', {
    files: [
      { file: 'a.test.ts', seconds: 2, tests: 1 },
      { file: 'b.test.ts', seconds: 8, tests: 2, split },
    ],
    started: { database: 40, 'process node': 3 },
  })
  const browser = stepNamed('browser', { files: [{ file: 'c.spec.ts', seconds: 4, tests: 5 }] })
  const profile = profileOf({ machine: MACHINE, seconds: 25, steps: [stepNamed('lint'), tests, browser] })

  it('contains the stages in order and the files of all stages, the slowest first', () => {
    expect(profile.stages.map(({ name }) => name)).toEqual(['lint', 'tests', 'browser'])
    expect(profile.stages[1]).toMatchObject({ passed: 3, started: { database: 40 } })
    expect(profile.files.map(({ file, stage }) => [file, stage])).toEqual([
      ['b.test.ts', 'tests'],
      ['c.spec.ts', 'browser'],
      ['a.test.ts', 'tests'],
    ])
  })

  it('is printed with the time per stage, its started processes, and the slowest files', () => {
    expect(profileLines(profile)).toEqual([
      'Time per stage (25.0 s in all; 2 cores, load 0.3 to 2.5):',
      '    12.3 s  lint',
      '    12.3 s  tests (database: 40, process node: 3)',
      '    12.3 s  browser',
      '',
      'The slowest test files:',
      '     8.0 s  b.test.ts (tests, 2 tests, import 1.0 s, setup 0.5 s)',
      '     4.0 s  c.spec.ts (browser, 5 tests)',
      '     2.0 s  a.test.ts (tests, 1 test)',
    ])
  })

  it('is printed with at most ten files, and without a list if no test ran', () => {
    const files = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.test.ts`, seconds: n, tests: 1 }))
    const long = profileOf({ machine: MACHINE, seconds: 1, steps: [stepNamed('tests', { files })] })
    expect(profileLines(long).filter((line) => line.includes('.test.ts'))).toHaveLength(10)
    expect(
      profileLines(profileOf({ machine: MACHINE, seconds: 1, steps: [stepNamed('lint')] })),
    ).toHaveLength(2)
  })
})

describe('the times of test files', () => {
  it('are summed up over the tests of a browser report, groups included', () => {
    const report = {
      config: { rootDir: '/checkout/e2e/src' },
      suites: [
        {
          file: 'queue.spec.ts',
          specs: specs(1000),
          suites: [{ file: 'queue.spec.ts', specs: specs(500, 250) }],
        },
      ],
    }
    const file = written('browser.json', report)
    expect(readFileTimes({ kind: 'playwright', file, checkout: '/checkout' })).toEqual([
      { file: 'e2e/src/queue.spec.ts', seconds: 1.75, tests: 3 },
    ])
  })

  it('are missing if a run left nothing to read', () => {
    expect(readFileTimes({ kind: 'vitest', file: join(folder, 'none'), checkout: '/checkout' })).toEqual([])
    const file = written('other.json', { suites: [{}] })
    expect(readFileTimes({ kind: 'playwright', file, checkout: '/checkout' })).toEqual([])
  })
})

describe('the processes that a run starts', () => {
  it('are counted by kind in the folder that the run names, and nowhere else', () => {
    const counts = join(folder, 'started')
    vi.stubEnv(TALLY_VARIABLE, undefined)
    tally('database')
    emptyTallies(counts)
    vi.stubEnv(TALLY_VARIABLE, counts)
    for (const kind of ['database', 'process node', 'database']) tally(kind)
    expect(readTallies(counts)).toEqual({ database: 2, 'process node': 1 })
    emptyTallies(counts)
    expect(readTallies(counts)).toEqual({})
  })
})
