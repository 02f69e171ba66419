import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ended, runBounded } from './bounded-process.ts'
import type { Step } from './steps.ts'
import { readTestReport, type TestCounts } from './test-reports.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAMS = join(CHECKOUT, 'node_modules', '.bin')
const KILL_GRACE_MS = 10_000

/** What a step comes to. `trouble` says in a phrase what was wrong with the run itself. */
export type Judgement = TestCounts & { readonly trouble?: string }

export type Outcome = Judgement & { readonly name: string; readonly seconds: number }

export type KeptOutput = { readonly output: string }

/** Runs one step to its end, or to its bound. A check counts as one, a step of tests as many as ran. */
export async function runStep(step: Step): Promise<Outcome> {
  const { output: _, ...outcome } = await runTimed(step, 'shown')
  return outcome
}

/** The same, but keeps what the step prints until it ends. */
export function runStepQuietly(step: Step): Promise<Outcome & KeptOutput> {
  return runTimed(step, 'kept')
}

async function runTimed(step: Step, output: 'shown' | 'kept'): Promise<Outcome & KeptOutput> {
  const { name, command, bound, report } = step
  const file = report && join(CHECKOUT, report.file)
  if (file) rmSync(file, { force: true })
  const started = performance.now()
  const env = { ...process.env, PATH: [PROGRAMS, process.env.PATH].join(delimiter) }
  const ended = await runBounded(command, { bound, grace: KILL_GRACE_MS, cwd: CHECKOUT, env, output })
  const seconds = (performance.now() - started) / 1000
  const trouble = troubleOf(ended)
  const judgement =
    report && file ? judgeTests(readTestReport(report.kind, file), trouble) : judgeCheck(trouble)
  return { name, seconds, ...judgement, output: ended.output }
}

function troubleOf({ result }: Ended): string | undefined {
  if (result === 0) return undefined
  return typeof result === 'string' ? result : `ended with exit code ${result}`
}

export function judgeCheck(trouble: string | undefined): Judgement {
  return trouble ? { passed: 0, failed: 1, skipped: 0, trouble } : { passed: 1, failed: 0, skipped: 0 }
}

/** A run that ended badly though no test failed, that ran no test or left no report, has failed once itself. */
export function judgeTests(counts: TestCounts | undefined, trouble: string | undefined): Judgement {
  if (!counts) return { passed: 0, failed: 1, skipped: 0, trouble: trouble ?? 'left no report' }
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, trouble: trouble ?? 'ran no test' }
  if (trouble === undefined) return counts
  return { ...counts, failed: Math.max(counts.failed, 1), trouble }
}
