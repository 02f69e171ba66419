import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBounded } from '../bounded-process.ts'
import { addResult, type RoundsRun } from './verdict.ts'

type Options = {
  readonly checkout: string
  readonly rounds: number
  /** The `performance.now()` by which the last round should end, as estimated from the first round. */
  readonly end: number
}

const HOUR_MS = 3_600_000

/** Runs test files of Playwright many times: once to learn how long a round takes, then as often as time allows. */
export async function browserRounds(
  files: readonly string[],
  { checkout, rounds, end }: Options,
): Promise<RoundsRun> {
  const results = new Map<string, string[]>()
  const started = performance.now()
  await repeat(files, { checkout, times: 1, results })
  const now = performance.now()
  const more = Math.min(rounds - 1, Math.floor((end - now) / (now - started)))
  if (more > 0) await repeat(files, { checkout, times: more, results })
  return { rounds: 1 + Math.max(0, more), results }
}

type Repeat = {
  readonly checkout: string
  readonly times: number
  readonly results: Map<string, string[]>
}

async function repeat(files: readonly string[], { checkout, times, results }: Repeat): Promise<void> {
  const report = join(checkout, 'test-results', 'steady-browser.json')
  const command = [process.execPath, 'e2e/src/run.ts', ...files, `--repeat-each=${times}`] as const
  // A run that dies early leaves no report, and must not be judged by an earlier one.
  rmSync(report, { force: true })
  const { result, output } = await runBounded(
    [...command, '--reporter=line,json', `--output=${join(checkout, 'test-results', 'steady-browser')}`],
    {
      bound: HOUR_MS,
      grace: 10_000,
      cwd: checkout,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      output: 'kept',
    },
  )
  if (result !== 0) console.log(output)
  const failed = existsSync(report) && addReport(results, report)
  if (result !== 0 && !failed) addResult(results, 'the run of the browser tests', 'failed')
}

/** The part of Playwright's JSON report that holds results. */
export type Suite = {
  readonly title: string
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly projectName: string; readonly status: string }[]
  }[]
}

function addReport(results: Map<string, string[]>, file: string): boolean {
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as { suites: readonly Suite[] }
  const added = suites.flatMap((suite) => statesOf(suite))
  for (const { test, state } of added) addResult(results, test, state)
  return added.some(({ state }) => state === 'failed')
}

const STATES: Readonly<Record<string, string>> = { expected: 'passed', skipped: 'skipped' }

/** Every run of every test of a suite; the report lists each repetition separately. */
export function statesOf({ title, specs, suites = [] }: Suite): { test: string; state: string }[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status }) => ({
      test: `${title} › ${spec.title} [${projectName}]`,
      state: STATES[status] ?? 'failed',
    })),
  )
  const inner = suites.flatMap((suite) => statesOf(suite))
  return [...own, ...inner.map(({ test, state }) => ({ test: `${title} › ${test}`, state }))]
}
