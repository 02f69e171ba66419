import type { TestReport } from './test-reports.ts'

const MINUTE_MS = 60_000

export type Step = {
  readonly name: string
  /** One phrase that says what is done, for the person who waits. */
  readonly does: string
  readonly command: readonly [program: string, ...words: string[]]
  /** Milliseconds after which the step is ended and counts as failed. */
  readonly bound: number
  /** Set for a step that runs tests: each of them counts, and none at all is a failure. */
  readonly report?: { readonly kind: TestReport; readonly file: string }
}

/** Every check of the house that needs nothing installed, cheap ones first. */
export const STEPS: readonly Step[] = [
  {
    name: 'format',
    does: 'the format of every file',
    command: ['oxfmt', '--check', '.'],
    bound: 2 * MINUTE_MS,
  },
  {
    name: 'lint',
    does: 'the rules of lint',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    bound: 5 * MINUTE_MS,
  },
  { name: 'types', does: 'the types', command: ['tsc', '-p', '.'], bound: 5 * MINUTE_MS },
  {
    name: 'web-types',
    does: 'the types of the web floor',
    command: ['tsc', '-p', 'web'],
    bound: 5 * MINUTE_MS,
  },
  {
    name: 'unused',
    does: 'files, exports and packages that nobody uses',
    command: ['knip'],
    bound: 5 * MINUTE_MS,
  },
  {
    name: 'generated',
    does: 'that generated documents are up to date',
    command: ['node', 'checks/src/generate.ts', '--check'],
    bound: 5 * MINUTE_MS,
  },
  { name: 'build', does: 'the web build', command: ['node', 'web/build.ts'], bound: 5 * MINUTE_MS },
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
    bound: 30 * MINUTE_MS,
    report: { kind: 'playwright', file: 'test-results/browser.json' },
  },
]

/** What is proved on engines of Debian 12; root installs those that are missing. */
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
    bound: 40 * MINUTE_MS,
    report: { kind: 'vitest', file: 'test-results/engines.json' },
  },
]
