import type { BenchOptions, Size } from './options.ts'
import type { Row } from './report.ts'
import type { Site } from './site.ts'

/** What every bench gets: how to measure, what on, and where to say the result. */
export type BenchContext = BenchOptions & {
  /** The kept portal of that size; it stays open until the end of the run. */
  documents(size: Size): Promise<Site>
  report(row: Row): void
  /** Tells people what is going on. */
  say(line: string): void
}

export type Bench = (context: BenchContext) => Promise<void>
