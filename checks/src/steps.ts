import type { TestReport } from './test-reports.ts'

const MINUTE_MS = 60_000

export type Step = {
  readonly name: string
  /** A phrase that describes the step to the person who waits. */
  readonly does: string
  readonly command: readonly [program: string, ...words: string[]]
  /** Milliseconds after which the step is ended and counts as failed. */
  readonly bound: number
  /** Set for a check of only the sources. These run in parallel, and the output of each shows when it ends. */
  readonly isStatic?: true
  /** Set for a step that runs tests: each test counts, and a run without tests is a failure. */
  readonly report?: { readonly kind: TestReport; readonly file: string }
}

/**
 * Every check that needs nothing installed. The longest static checks come first, so that none of them runs alone at
 * the end.
 */
export const STEPS: readonly Step[] = [
  ...staticChecks([
    ['lint', 'the rules of lint', ['oxlint', '--type-aware', '--deny-warnings']],
    ['types', 'the types', ['tsc', '-p', '.']],
    ['web-types', 'the types of the web floor', ['tsc', '-p', 'web']],
    ['build', 'the web build', ['node', 'web/build.ts']],
    ['generated', 'that generated documents are up to date', ['node', 'checks/src/generate.ts', '--check']],
    ['unused', 'files, exports and packages that nobody uses', ['knip']],
    ['format', 'the format of every file', ['oxfmt', '--check', '.']],
  ]),
  {
    name: 'tests',
    does: 'the tests of all floors, on a real database and real files',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=test-results/tests.json',
    ],
    bound: 30 * MINUTE_MS,
    report: { kind: 'vitest', file: 'test-results/tests.json' },
  },
  {
    name: 'browser',
    does: 'the tests in a real browser',
    command: ['node', 'e2e/src/run.ts'],
    bound: 35 * MINUTE_MS,
    report: { kind: 'playwright', file: 'test-results/browser.json' },
  },
]

/** Checks that need engines of Debian 12; root installs missing ones. */
export const ENGINE_STEPS: readonly Step[] = [
  {
    name: 'packages',
    does: 'that the programs of the engines are there, or can be installed',
    command: ['node', 'server/src/testing/engines/install.ts'],
    bound: 10 * MINUTE_MS,
  },
  {
    name: 'engines',
    does: 'PostgreSQL 15 behind pgbouncer, documents in S3, mail, scanning, several servers behind nginx, a standby',
    command: [
      'vitest',
      'run',
      '--config=vitest.engines.config.ts',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=test-results/engines.json',
    ],
    bound: 25 * MINUTE_MS,
    report: { kind: 'vitest', file: 'test-results/engines.json' },
  },
]

function staticChecks(
  checks: readonly (readonly [name: string, does: string, command: Step['command']])[],
): Step[] {
  return checks.map(([name, does, command]) => ({
    name,
    does,
    command,
    bound: 8 * MINUTE_MS,
    isStatic: true,
  }))
}
