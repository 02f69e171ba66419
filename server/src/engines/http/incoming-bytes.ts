import type { Readable } from 'node:stream'

/**
 * Bytes that a sender must bring in a second of our waiting, on average, else they are cut off: nobody holds a place for
 * nothing. Three files at once reach it on a line of 128 kbit a second. So a body gets as long as its size takes at that
 * speed, and `STALL_TIMEOUT_MS`.
 */
const MIN_BYTES_PER_SECOND = 4096
/** Milliseconds that a sender may stand still; how fast they were before buys no more. */
const STALL_TIMEOUT_MS = 30_000
const TICK_MS = 1000
/** What a refused sender may still send, so that they read the answer instead of a broken connection. */
const MAX_DRAINED_BYTES = 268_435_456
const DRAIN_TIMEOUT_MS = 60_000
/** Milliseconds for an answer to travel before a sender who does not stop is cut off. */
const CLOSE_GRACE_MS = 1000

/** The connection broke, or its sender stalled, before all bytes were here. */
export class SenderGone extends Error {}

type Limits = { stallTimeoutMs?: number; maxDrainedBytes?: number; drainTimeoutMs?: number }
/** Called with each chunk that arrives; the next one is read once it is done. */
type OnBytes = () => Promise<void> | undefined

/**
 * The body of a request, read once from the front: by whoever iterates, then by `drain`.
 * @throws SenderGone to whoever reads.
 */
export class IncomingBytes implements AsyncIterable<Buffer> {
  readonly #source: Readable
  readonly #iterator: AsyncIterator<Buffer>
  readonly #limits: Required<Limits>
  readonly #onBytes: OnBytes | undefined
  readonly #watch: NodeJS.Timeout
  /** Milliseconds that the sender may still keep us waiting. */
  #leftMs: number
  #isWaiting = false

  constructor(source: Readable, { onBytes, ...limits }: Limits & { onBytes?: OnBytes } = {}) {
    this.#source = source
    this.#onBytes = onBytes
    this.#iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#limits = {
      stallTimeoutMs: STALL_TIMEOUT_MS,
      maxDrainedBytes: MAX_DRAINED_BYTES,
      drainTimeoutMs: DRAIN_TIMEOUT_MS,
      ...limits,
    }
    this.#leftMs = this.#limits.stallTimeoutMs
    this.#watch = setInterval(() => this.#tick(), TICK_MS)
  }

  /** Leaving the loop early leaves the rest in place: it does not close the connection. */
  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return { next: () => this.#next() }
  }

  /** Ends the watch on the sender; call it once nothing more is to be read. */
  close(): void {
    clearInterval(this.#watch)
  }

  /** Reads and forgets what is left, within limits; a sender beyond them is cut off soon after. */
  async drain(): Promise<void> {
    const { maxDrainedBytes, drainTimeoutMs } = this.#limits
    const started = performance.now()
    try {
      for (let drained = 0; drained <= maxDrainedBytes && performance.now() - started <= drainTimeoutMs;) {
        const next = await this.#next()
        if (next.done) return
        drained += next.value.length
      }
      setTimeout(() => this.#source.destroy(), CLOSE_GRACE_MS)
    } catch (error) {
      // Nobody is left to answer.
      if (!(error instanceof SenderGone)) throw error
    }
  }

  /**
   * The same behind the answer of a refused sender, who gets it at once: whoever listens stops, and a browser, which reads it
   * behind its last byte only, finds the connection open. Ends the watch too.
   */
  drainBehindAnswer(): void {
    void this.drain().finally(() => this.close())
  }

  #tick(): void {
    if (!this.#isWaiting) return
    this.#leftMs -= TICK_MS
    if (this.#leftMs <= 0) this.#source.destroy(new Error('The sender stalled.'))
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    this.#isWaiting = true
    const next = await this.#iterator.next().catch((error: unknown) => {
      throw new SenderGone('The sender is gone.', { cause: error })
    })
    this.#isWaiting = false
    const boughtMs = next.done ? 0 : (next.value.length / MIN_BYTES_PER_SECOND) * 1000
    this.#leftMs = Math.min(this.#limits.stallTimeoutMs, this.#leftMs + boughtMs)
    const noting = next.done ? undefined : this.#onBytes?.()
    if (noting) await noting
    return next
  }
}
