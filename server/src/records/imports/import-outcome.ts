import type { RefusedLine } from './read-line.ts'

/** What became of a file's lines; `--json` prints it as it stands. */
export type ImportOutcome = {
  readonly read: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly skipped: number
  readonly refused: readonly RefusedLine[]
}

const EXIT_ALL_LOADED = 0
const EXIT_NOTHING_LOADED = 1
const EXIT_SOME_REFUSED = 3

/** Lines at most that the terminal names one by one. */
const MAX_LINES_SHOWN = 1000

/** The exit code of the command. */
export function exitCodeOf(outcome: ImportOutcome): number {
  if (outcome.refused.length === 0) return EXIT_ALL_LOADED
  return loadedOf(outcome) === 0 && outcome.removed === 0 ? EXIT_NOTHING_LOADED : EXIT_SOME_REFUSED
}

/** RefusedLine lines, then what became of all, for the terminal. */
export function linesOf(outcome: ImportOutcome, held: number): string[] {
  const { read, inserted, updated, unchanged, removed, skipped, refused } = outcome
  const lines = refused
    .slice(0, MAX_LINES_SHOWN)
    .map(({ line, column, reason }) => `line ${line}: ${column} ${reason}`)
  if (refused.length > MAX_LINES_SHOWN)
    lines.push(`… and ${count(refused.length - MAX_LINES_SHOWN)} more; --json names them all`)
  lines.push(
    `${count(read)} lines read: ${count(inserted)} added, ${count(updated)} changed, ${count(unchanged)} unchanged, ` +
      `${count(skipped)} of other counties or years, ${count(refused.length)} refused; ${count(removed)} removed.`,
  )
  if (held > 0)
    lines.push(`${count(held)} that the file does not name stay: documents or owner values name them.`)
  if (exitCodeOf(outcome) === EXIT_NOTHING_LOADED) lines.push('Nothing was loaded.')
  return lines
}

function loadedOf({ inserted, updated, unchanged }: ImportOutcome): number {
  return inserted + updated + unchanged
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
