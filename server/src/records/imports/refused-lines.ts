import type { RefusedLine } from './read-line.ts'

/** Lines that are not loaded: how many they are, and the first of them by name. */
export type RefusedLines = {
  count(): number
  /** In the order of the lines, at most MAX_REFUSED_NAMED. */
  first(): readonly RefusedLine[]
  add(line: RefusedLine): void
  /** Takes in `count` lines at once, of which those are the first. */
  addMany(first: readonly RefusedLine[], count: number): void
}

/** So many say what is wrong with a file; millions of them would fill the memory. */
export const MAX_REFUSED_NAMED = 1000

/** Takes lines in the order of the file; `addMany` comes after all others. */
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
