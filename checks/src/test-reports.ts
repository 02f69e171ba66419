import { existsSync, readFileSync } from 'node:fs'

export type TestReport = 'vitest' | 'playwright'

export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/**
 * The counts in the JSON report of a test runner; undefined without a complete report, such as after a crash. A test
 * that passed only on a retry counts as failed, because this project allows no retries.
 */
export function readTestReport(kind: TestReport, file: string): TestCounts | undefined {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return kind === 'vitest' ? vitestCounts(report) : playwrightCounts(report)
  } catch (error) {
    if (existsSync(file)) console.error(`${file} is no report of tests: ${String(error)}`)
    return undefined
  }
}

function vitestCounts(report: unknown): TestCounts {
  return {
    passed: count(report, 'numPassedTests'),
    failed: count(report, 'numFailedTests'),
    skipped: count(report, 'numPendingTests') + count(report, 'numTodoTests'),
  }
}

function playwrightCounts(report: unknown): TestCounts {
  const stats = field(report, 'stats')
  return {
    passed: count(stats, 'expected'),
    failed: count(stats, 'unexpected') + count(stats, 'flaky'),
    skipped: count(stats, 'skipped'),
  }
}

function count(record: unknown, name: string): number {
  const value = field(record, name)
  if (typeof value !== 'number') throw new Error(`The report of the tests has no number '${name}'.`)
  return value
}

function field(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null
    ? Object.entries(record).find(([key]) => key === name)?.[1]
    : undefined
}
