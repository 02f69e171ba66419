/** A test file, and the known duration of one round. */
export type PlannedFile = { readonly file: string; readonly seconds: number | undefined }

export type Plan = {
  readonly rounds: number
  readonly files: readonly string[]
  /** Files that take too long for the available time. */
  readonly leftOut: readonly string[]
}

export const ROUNDS = 20
/** Fewer rounds prove little, so the slowest files are left out instead. */
const FEWEST_ROUNDS = 3
/** Assumed seconds for a file without a profile. */
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
