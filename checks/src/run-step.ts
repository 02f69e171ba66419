import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TALLY_VARIABLE } from '@portal/server/src/testing/tally.ts'
import { type Ended, runBounded } from './bounded-process.ts'
import { DEADLINE_VARIABLE, timeFor } from './deadline.ts'
import { judgeCheck, judgeTests } from './outcome.ts'
import { readFileTimes } from './profile/file-times.ts'
import type { MeasuredStep } from './profile/profile.ts'
import { emptyTallies, readTallies } from './profile/tallies.ts'
import { TIMES_VARIABLE } from './profile/vitest-times.reporter.ts'
import type { Step } from './steps.ts'
import { readTestReport } from './test-reports.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAMS = join(CHECKOUT, 'node_modules', '.bin')
const TIMES_REPORTER = './checks/src/profile/vitest-times.reporter.ts'
const KILL_GRACE_MS = 10_000
const NO_TIME_LEFT: Ended = { result: 'had no time left before the deadline of the run', output: '' }

export type KeptOutput = { readonly output: string }

/** Runs one step to its end, or to its bound. A check counts as one, a test step as the number of tests that ran. */
export function runStep(step: Step): Promise<MeasuredStep> {
  return runMeasured(step, 'shown')
}

/** The same, but collects the output of the step until it ends. */
export function runStepQuietly(step: Step): Promise<MeasuredStep & KeptOutput> {
  return runMeasured(step, 'kept')
}

async function runMeasured(step: Step, output: 'shown' | 'kept'): Promise<MeasuredStep & KeptOutput> {
  const { name, report } = step
  const places = placesOf(step)
  if (places.report) rmSync(places.report, { force: true })
  rmSync(places.times, { force: true })
  emptyTallies(places.tallies)
  const started = performance.now()
  const env = {
    ...process.env,
    PATH: [PROGRAMS, process.env.PATH].join(delimiter),
    [TALLY_VARIABLE]: places.tallies,
    [TIMES_VARIABLE]: places.times,
  }
  const command = commandOf(step)
  const bound = timeFor(step, { deadline: process.env[DEADLINE_VARIABLE], now: Date.now() })
  const options = { bound, grace: KILL_GRACE_MS, cwd: CHECKOUT, env, output }
  const ended = bound > 0 ? await runBounded(command, options) : NO_TIME_LEFT
  const seconds = (performance.now() - started) / 1000
  const trouble = troubleOf(ended)
  const judgement =
    report && places.report
      ? judgeTests(readTestReport(report.kind, places.report), trouble)
      : judgeCheck(trouble)
  return {
    outcome: { name, seconds, ...judgement },
    files: report ? readFileTimes({ kind: report.kind, file: places.times, checkout: CHECKOUT }) : [],
    started: readTallies(places.tallies),
    output: ended.output,
  }
}

/** Where a step writes its report, the times of its files, and the counts of what it started. */
function placesOf({ name, report }: Step) {
  const results = join(CHECKOUT, 'test-results')
  const reportFile = report && join(CHECKOUT, report.file)
  return {
    report: reportFile,
    times: report?.kind === 'playwright' ? join(CHECKOUT, report.file) : join(results, `${name}-times.json`),
    tallies: join(results, 'started', name),
  }
}

/** Vitest passes the times of its files to a reporter; Playwright writes them into its own report. */
function commandOf({ command, report }: Step): Step['command'] {
  return report?.kind === 'vitest' ? [...command, `--reporter=${TIMES_REPORTER}`] : command
}

function troubleOf({ result }: Ended): string | undefined {
  if (result === 0) return undefined
  return typeof result === 'string' ? result : `ended with exit code ${result}`
}
