import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestReport } from '../test-reports.ts'

/** Where the time of a test file went, in seconds; `split` only if the runner reports it. */
export type FileTimes = {
  /** The path from the checkout, with slashes. */
  readonly file: string
  readonly seconds: number
  readonly tests: number
  readonly split?: { readonly import: number; readonly setup: number; readonly tests: number }
}

type Source = { readonly kind: TestReport; readonly file: string; readonly checkout: string }

/** Reads the times of all test files of a stage; empty if its run left no report. */
export function readFileTimes({ kind, file, checkout }: Source): readonly FileTimes[] {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return kind === 'vitest' ? (report as FileTimes[]) : browserTimes(report as BrowserReport, checkout)
  } catch {
    return []
  }
}

/** The part of Playwright's JSON report that holds times. */
type BrowserReport = { readonly config: { readonly rootDir: string }; readonly suites: readonly Suite[] }
type Suite = {
  readonly file: string
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
}

function browserTimes({ config, suites }: BrowserReport, checkout: string): FileTimes[] {
  return suites.map((suite) => {
    const durations = durationsOf(suite)
    const seconds = durations.reduce((sum, duration) => sum + duration, 0) / 1000
    const path = relative(checkout, `${config.rootDir}/${suite.file}`).replaceAll('\\', '/')
    return { file: path, seconds, tests: durations.length }
  })
}

function durationsOf({ specs, suites = [] }: Suite): number[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((one) => one.duration)))
  return [...own, ...suites.flatMap(durationsOf)]
}
