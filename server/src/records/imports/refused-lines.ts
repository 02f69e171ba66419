import type { RefusedLine } from './read-line.ts'

/** Rejected lines: their count, and the first of them in full. */
export type RefusedLines = {
  count(): number
  /** In the order of the lines, at most MAX_REFUSED_NAMED. */
  first(): readonly RefusedLine[]
  add(line: RefusedLine): void
  /** Adds `count` lines in one call; `first` holds the first of them. */
  addMany(first: readonly RefusedLine[], count: number): void
}

/** This many are enough to diagnose a file. Millions of them would fill the memory. */
export const MAX_REFUSED_NAMED = 1000

/** Collects lines in the order of the file. `addMany` comes after all others. */
export function createRefusedLines(): RefusedLines {
  let named: RefusedLine[] = []
  let total = 0
  return {
    count: () => total,
    first: () => named,
    add(line) {
      total += 1
      if (named.length < MAX_REFUSED_NAMED) named.push(line)
    },
    addMany(first, count) {
      total += count
      named = [...named, ...first].toSorted((a, b) => a.line - b.line).slice(0, MAX_REFUSED_NAMED)
    },
  }
}
