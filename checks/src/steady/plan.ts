/** A test file, and how long one round of it takes as far as anybody knows. */
export type PlannedFile = { readonly file: string; readonly seconds: number | undefined }

export type Plan = {
  readonly rounds: number
  readonly files: readonly string[]
  /** Files that take too long for the time that there is. */
  readonly leftOut: readonly string[]
}

export const ROUNDS = 20
/** Fewer rounds show little: then the slowest files are left out. */
const FEWEST_ROUNDS = 3
/** Seconds for a file that no profile knows. */
const UNKNOWN_SECONDS = 5
/** Seconds that a runner takes to start. */
const START_SECONDS = 15

/** Chooses files and rounds that fit into some seconds; the busy loops and the three workers cancel out. */
export function planRounds(files: readonly PlannedFile[], seconds: number): Plan {
  const timed = files
    .map(({ file, seconds: known }) => ({ file, seconds: known ?? UNKNOWN_SECONDS }))
    .toSorted((one, other) => one.seconds - other.seconds)
  const available = seconds - START_SECONDS
  const kept: string[] = []
  let round = 0
  for (const { file, seconds: more } of timed) {
    if ((round + more) * FEWEST_ROUNDS > available) break
    kept.push(file)
    round += more
  }
  return {
    rounds: Math.min(ROUNDS, Math.floor(available / Math.max(round, 0.1))),
    files: kept,
    leftOut: timed.slice(kept.length).map(({ file }) => file),
  }
}
