import { setImmediate as allIsStill } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'

/** Lets what waits go on one at a time, in an order that the seed decides: many at once, and the same every time. */
export class Turns {
  readonly #random: Random
  readonly #waiting: (() => void)[] = []
  #isOn = false

  constructor(random: Random) {
    this.#random = random
  }

  /** Resolves when it is the caller's turn; at once while nobody plays. */
  async next(): Promise<void> {
    if (this.#isOn) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  /**
   * Gives so many turns, or as many as it takes until `isDone`; what waits then waits for ever. Answers how many.
   * @throws Error when nobody waits who could still do something.
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
