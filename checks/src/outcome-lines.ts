import type { Outcome } from './run-step.ts'

/** What a person reads about a step that ended. */
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
