import type { FoundWarning, QuickWarningSource, WarningFacts } from './warning-source.ts'

type Reporter<Code extends string> = { readonly warnings: Readonly<Record<Code, WarningFacts>> }
type Find<Code extends string> = (now: Date) => readonly FoundWarning<Code>[]

/** What regular work of this server found in its last run. */
export type WarningBoard = {
  /** Replaces all that the source reported before. `find` gets the time of the reader. */
  report<Code extends string>(source: Reporter<Code>, find: Find<Code>): void
  /** Empty before the first report. */
  of<Code extends string>(source: Reporter<Code>): readonly FoundWarning<Code>[]
  hasReportOf(source: Reporter<string>): boolean
  has<Code extends string>(source: Reporter<Code>, code: Code): boolean
}

export function createWarningBoard(clock: { now(): Date }): WarningBoard {
  const reports = new Map<Reporter<string>, Find<string>>()
  const board: WarningBoard = {
    report: (source, find) => void reports.set(source, find),
    // Only `report` fills the map, so that the codes are those of the source.
    of: <Code extends string>(source: Reporter<Code>) =>
      (reports.get(source)?.(clock.now()) ?? []) as readonly FoundWarning<Code>[],
    hasReportOf: (source) => reports.has(source),
    has: (source, code) => board.of(source).some((found) => found.code === code),
  }
  return board
}

type ReportedWarnings<Code extends string> = QuickWarningSource<{ readonly warnings: WarningBoard }, Code>

/** A source of what its work reports to the board. */
export function reportedWarnings<Code extends string>(
  warnings: Readonly<Record<Code, WarningFacts>>,
): ReportedWarnings<Code> {
  const source: ReportedWarnings<Code> = { warnings, collect: (world) => world.warnings.of(source) }
  return source
}
