/** Milliseconds; the pauses double from the first to the longest. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

export type SendProblem = {
  /** Failures in a row, from 1. */
  readonly failures: number
  /** Seconds that the server asks to wait; undefined where it does not. */
  readonly retryAfter: number | undefined
}

/**
 * Milliseconds until the next try: longer after every failure, and never before the server asks for it. `chance`, 0 to 1,
 * spreads them, so that all who lost the same line do not come back in the same moment.
 */
export function pauseBefore({ failures, retryAfter = 0 }: SendProblem, chance: number): number {
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.round(Math.max(grown * (0.5 + chance / 2), retryAfter * 1000 * (1 + chance / 10)))
}
