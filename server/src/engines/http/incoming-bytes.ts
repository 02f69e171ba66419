import type { Readable } from 'node:stream'

/**
 * Minimum bytes per second, averaged over the time that we wait for the sender. A slower sender is cut off, so that
 * none occupies a place for nothing. Three simultaneous files reach it on a line of 128 kbit/s. So a body may take as
 * long as its size needs at that speed, plus `STALL_TIMEOUT_MS`.
 */
const MIN_BYTES_PER_SECOND = 4096
/** Milliseconds that a sender may stall; earlier speed does not extend them. */
const STALL_TIMEOUT_MS = 30_000
const TICK_MS = 1000
/** Bytes that a refused sender may still send, so that it reads the response instead of a broken connection. */
const MAX_DRAINED_BYTES = 268_435_456
const DRAIN_TIMEOUT_MS = 60_000
/** Milliseconds for a response to travel before a sender that keeps sending is cut off. */
const CLOSE_GRACE_MS = 1000

/** The connection broke, or its sender stalled, before all bytes arrived. */
export class SenderGone extends Error {}

type Limits = { stallTimeoutMs?: number; maxDrainedBytes?: number; drainTimeoutMs?: number }
/** Called with each chunk that arrives; the next chunk is read once it is done. */
type OnBytes = () => Promise<void> | undefined

/**
 * The body of a request, read once from its start: first by an iterator, then by `drain`.
 * @throws SenderGone to its readers.
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

  /** Leaving the loop early keeps the rest unread and the connection open. */
  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return { next: () => this.#next() }
  }

  /** Stops the stall timer; call it when nothing more is to be read. */
  close(): void {
    clearInterval(this.#watch)
  }

  /** Reads and discards the rest, within limits; a sender beyond them is cut off soon after. */
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
      // No sender is left to respond to.
      if (!(error instanceof SenderGone)) throw error
    }
  }

  /**
   * Drains while the refused sender already gets its response. A sender that reads while it sends can stop. A browser,
   * which reads only after its last byte, finds the connection still open. Also stops the stall timer.
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
