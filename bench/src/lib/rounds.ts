import { within } from './within.ts'

/** Milliseconds; a round takes seconds, on a busy machine minutes. */
const ROUND_BOUND_MS = 15 * 60_000

export type Contestant<T> = { readonly name: string; run(): Promise<T> }

export type Rounds<T> = {
  /** One entry a round, by contestant. */
  readonly rounds: readonly Readonly<Record<string, T>>[]
  readonly voided: readonly string[]
}

/**
 * Runs every contestant once a round, in an order shuffled anew each time, so that drift of a shared machine hits all.
 * A round in which one fails is void for all and is run again; when as many are void as are wanted, it gives up.
 */
export async function interleave<T>(
  contestants: readonly Contestant<T>[],
  wanted: number,
): Promise<Rounds<T>> {
  const rounds: Record<string, T>[] = []
  const voided: string[] = []
  while (rounds.length < wanted) {
    try {
      rounds.push(await oneRound(contestants))
    } catch (error) {
      voided.push(error instanceof Error ? error.message : String(error))
      console.warn(`A round is void: ${voided.at(-1)}`)
      if (voided.length >= wanted)
        throw new Error(`Too many rounds are void, the last: ${voided.at(-1)}`, { cause: error })
    }
  }
  return { rounds, voided }
}

async function oneRound<T>(contestants: readonly Contestant<T>[]): Promise<Record<string, T>> {
  const round: Record<string, T> = {}
  for (const { name, run } of shuffled(contestants)) {
    round[name] = await within(ROUND_BOUND_MS, `A round of ${name}`, run())
  }
  return round
}

export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

/** One figure a round of one contestant. */
export function column<T>(rounds: Rounds<T>, name: string, figure: (result: T) => number): number[] {
  return rounds.rounds.map((round) => {
    const result = round[name]
    if (result === undefined) throw new Error(`${name} did not take part.`)
    return figure(result)
  })
}

/** Ratio of two contestants, round by round: what drifted between rounds cancels out. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, round) => value / (under[round] ?? Number.NaN))
}
