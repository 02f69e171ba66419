import { setImmediate as allIsStill } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'

/**
 * Lets waiting callers continue one at a time, in an order from the seed: many concurrent ones, and the same order
 * every time.
 */
export class Turns {
  readonly #random: Random
  readonly #waiting: (() => void)[] = []
  #isOn = false

  constructor(random: Random) {
    this.#random = random
  }

  /** Resolves when it is the caller's turn; immediately if nothing plays. */
  async next(): Promise<void> {
    if (this.#isOn) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  /**
   * Gives at most this many turns, until `isDone`. Callers that still wait then wait without end. Returns the number.
   * @throws Error if no waiting caller is left that could act.
   */
  async play(most: number, isDone: () => boolean): Promise<number> {
    for (let turns = 0; turns < most; turns++) {
      await allIsStill()
      if (isDone()) return turns
      const [first] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1)
      if (!first) throw new Error('All wait for something that never comes.')
      first()
    }
    await allIsStill()
    return most
  }

  begin(): void {
    this.#isOn = true
  }
}
