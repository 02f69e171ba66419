import type { Readable } from 'node:stream'

/** A sender must bring at least this many bytes … */
const PROGRESS = 65_536
/** … in this many milliseconds, else they are cut off: nobody holds a place for nothing. */
const PATIENCE = 60_000
/** What a refused sender may still send, so that they read the answer instead of a broken connection. */
const DRAINED_AT_MOST = 268_435_456
const DRAINED_FOR = 60_000
/** Milliseconds for an answer to travel before a sender who does not stop is cut off. */
const FAREWELL = 1000

/** The connection broke, or its sender stalled, before all bytes were here. */
export class SenderGone extends Error {}

type Limits = { patience?: number; drainedAtMost?: number; drainedFor?: number }

/** The body of a request, read once from the front: by whoever iterates, then by `drain`. Throws SenderGone. */
export class IncomingBytes implements AsyncIterable<Buffer> {
  readonly #source: Readable
  readonly #iterator: AsyncIterator<Buffer>
  readonly #limits: Required<Limits>
  readonly #stall: NodeJS.Timeout
  #progress = 0

  constructor(source: Readable, limits: Limits = {}) {
    this.#source = source
    this.#iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#limits = { patience: PATIENCE, drainedAtMost: DRAINED_AT_MOST, drainedFor: DRAINED_FOR, ...limits }
    this.#stall = setTimeout(() => source.destroy(new Error('The sender stalled.')), this.#limits.patience)
  }

  /** Leaving the loop early leaves the rest in place: it does not close the connection. */
  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return { next: () => this.#next() }
  }

  /** Ends the watch on the sender; call it once nothing more is to be read. */
  close(): void {
    clearTimeout(this.#stall)
  }

  /** Reads and forgets what is left, within limits; a sender beyond them is cut off soon after. */
  async drain(): Promise<void> {
    const { drainedAtMost, drainedFor } = this.#limits
    const started = performance.now()
    try {
      for (let drained = 0; drained <= drainedAtMost && performance.now() - started <= drainedFor;) {
        const next = await this.#next()
        if (next.done) return
        drained += next.value.length
      }
      setTimeout(() => this.#source.destroy(), FAREWELL)
    } catch (error) {
      // Nobody is left to answer.
      if (!(error instanceof SenderGone)) throw error
    }
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    const next = await this.#iterator.next().catch((error: unknown) => {
      throw new SenderGone('The sender is gone.', { cause: error })
    })
    this.#progress += next.done ? 0 : next.value.length
    if (this.#progress >= PROGRESS) {
      this.#progress = 0
      this.#stall.refresh()
    }
    return next
  }
}
