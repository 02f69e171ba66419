import { existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBounded } from './bounded-process.ts'
import type { Step } from './steps.ts'
import { readTestReport, type TestCounts } from './test-reports.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAMS = join(CHECKOUT, 'node_modules', '.bin')
const KILL_GRACE_MS = 10_000

/** What a step comes to. `trouble` says in a phrase what was wrong with the run itself. */
export type Judgement = TestCounts & { readonly trouble?: string }

export type Outcome = Judgement & { readonly name: string; readonly seconds: number }

/** Runs one step to its end, or to its bound. A check counts as one, a step of tests as many as ran. */
export async function runStep({ name, command, bound, report }: Step): Promise<Outcome> {
  const file = report && join(CHECKOUT, report.file)
  if (file) rmSync(file, { force: true })
  const started = performance.now()
  const env = { ...process.env, PATH: [PROGRAMS, process.env.PATH].join(delimiter) }
  const ended = await runBounded(command, { bound, grace: KILL_GRACE_MS, cwd: CHECKOUT, env })
  const seconds = (performance.now() - started) / 1000
  const trouble =
    ended === 0 ? undefined : typeof ended === 'string' ? ended : `ended with exit code ${ended}`
  const counts = report && file && existsSync(file) ? readTestReport(report.kind, file) : undefined
  const judgement = report ? judgeTests(counts, trouble) : judgeCheck(trouble)
  return { name, seconds, ...judgement }
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
