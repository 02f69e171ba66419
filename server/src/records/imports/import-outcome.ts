import type { RefusedLine } from './read-line.ts'

/** The results of a file's lines. `--json` prints this object as it is. */
export type ImportOutcome = {
  /** The id in `import list`. */
  readonly importID: number
  readonly read: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly skipped: number
  /** Only the first rejected lines; the count covers all. */
  readonly refused: readonly RefusedLine[]
  readonly refusedTotal: number
}

export type ImportResult = {
  readonly outcome: ImportOutcome
  /** Rows that `replace` leaves because others refer to them. */
  readonly held: number
  /** An earlier import of the same file, if nothing has changed since. */
  readonly sameAs: { readonly id: number } | null
}

const EXIT_ALL_LOADED = 0
const EXIT_NOTHING_LOADED = 1
const EXIT_SOME_REFUSED = 3

/** The exit code of the command. */
export function exitCodeOf(outcome: ImportOutcome): number {
  if (outcome.refusedTotal === 0) return EXIT_ALL_LOADED
  return loadedOf(outcome) === 0 && outcome.removed === 0 ? EXIT_NOTHING_LOADED : EXIT_SOME_REFUSED
}

/** The lines for the terminal: rejected lines, then the total results. */
export function linesOf({ outcome, held, sameAs }: ImportResult): string[] {
  const { read, inserted, updated, unchanged, removed, skipped, refused, refusedTotal } = outcome
  const lines = refused.map(({ line, column, reason }) => `line ${line}: ${column} ${reason}`)
  if (refusedTotal > refused.length)
    lines.push(`… and ${count(refusedTotal - refused.length)} more, of which only the number is kept`)
  lines.push(
    `${count(read)} lines read: ${count(inserted)} added, ${count(updated)} changed, ${count(unchanged)} unchanged, ` +
      `${count(skipped)} of other counties or years, ${count(refusedTotal)} refused; ${count(removed)} removed.`,
  )
  if (held > 0)
    lines.push(`${count(held)} that the file does not name stay: documents or owner values name them.`)
  if (sameAs) lines.push(`The same file was loaded as import ${sameAs.id}; nothing has changed since.`)
  if (exitCodeOf(outcome) === EXIT_NOTHING_LOADED) lines.push('Nothing was loaded.')
  return lines
}

function loadedOf({ inserted, updated, unchanged }: ImportOutcome): number {
  return inserted + updated + unchanged
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
