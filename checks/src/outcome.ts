import type { TestCounts } from './test-reports.ts'

/** The result of a step. `trouble` is a phrase that describes a problem of the run itself. */
export type Judgement = TestCounts & { readonly trouble?: string }

export type Outcome = Judgement & { readonly name: string; readonly seconds: number }

export function judgeCheck(trouble: string | undefined): Judgement {
  return trouble ? { passed: 0, failed: 1, skipped: 0, trouble } : { passed: 1, failed: 0, skipped: 0 }
}

/** A run counts as one failure if it ran no test, left no report, or ended badly although no test failed. */
export function judgeTests(counts: TestCounts | undefined, trouble: string | undefined): Judgement {
  if (!counts) return { passed: 0, failed: 1, skipped: 0, trouble: trouble ?? 'left no report' }
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, trouble: trouble ?? 'ran no test' }
  if (trouble === undefined) return counts
  return { ...counts, failed: Math.max(counts.failed, 1), trouble }
}

/** The message about a finished step. */
export function lineOf({ name, seconds, passed, failed, skipped, trouble }: Outcome): string {
  const parts = [`${passed} passed, ${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} not run here`)
  if (trouble) parts.push(trouble)
  return `${failed > 0 ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(1)} s): ${parts.join('; ')}`
}

/** How many tests and checks passed and failed in all steps. */
export function sumOf(outcomes: readonly Outcome[]): { readonly passed: number; readonly failed: number } {
  const sum = (of: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
