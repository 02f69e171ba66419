export type Random = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  pick<T>(from: readonly T[]): T
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean
}

/** Returns the same numbers at every start, so the sample data is always the same (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => {
      const chosen = from[below(from.length)]
      if (chosen === undefined) throw new Error('There is nothing to pick from.')
      return chosen
    },
    chance: (percent) => next() * 100 < percent,
  }
}
