import { UPLOAD_TOO_LONG } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'

type Limits = {
  /** The number of bytes that may arrive. */
  readonly largest: number
  /** Stops the stream with the signal's reason. */
  readonly signal: AbortSignal
  /** Receives each chunk as it passes. */
  readonly onChunk: ((chunk: Buffer) => void) | undefined
}

/** Milliseconds without a byte after which the connection of a stopped stream counts as empty. */
const LINE_EMPTY_MS = 100
/** Total milliseconds that a stopped stream waits for its connection: a slow sender might never stop. */
const LONGEST_WAIT_MS = 2000
/**
 * Bytes that a stopped stream still reads. The buffers of a connection and a proxy hold less. A fast sender might never
 * stop.
 */
const LARGEST_BACKLOG_BYTES = 16_777_216

/**
 * Yields the bytes of an upload as they arrive, within limits. After `signal` it still reads the bytes that have
 * already arrived, so that the sender need not send them again.
 * @throws PortalError 413 after the last byte that may arrive, the reason of `signal`, and the errors of the source.
 */
export async function* limitStream(
  bytes: AsyncIterable<Buffer>,
  { largest, signal, onChunk }: Limits,
): AsyncGenerator<Buffer> {
  const source = new StoppableSource(bytes, signal)
  try {
    for (let left = largest; ;) {
      const { done, value } = await source.next()
      if (done) return
      const chunk = value.subarray(0, left)
      left -= chunk.length
      onChunk?.(chunk)
      if (chunk.length > 0) yield chunk
      if (chunk.length < value.length) throw failure(UPLOAD_TOO_LONG)
    }
  } finally {
    source.close()
  }
}

/**
 * A source that `signal` stops once its connection is empty. Only waiting for the connection counts, not waiting for
 * the reader: so a slow disk loses no byte that has arrived.
 */
class StoppableSource {
  readonly #iterator: AsyncIterator<Buffer>
  readonly #signal: AbortSignal
  #backlogLeft = LARGEST_BACKLOG_BYTES
  #waitLeftMs = LONGEST_WAIT_MS
  /** Rejects the pending read. */
  #reject: ((reason: unknown) => void) | null = null
  /** When the connection was found empty, by `performance.now()`. */
  #emptySince: number | null = null
  #look: NodeJS.Immediate | undefined
  #timeout: NodeJS.Timeout | undefined
  readonly #watch = () => {
    if (this.#reject) this.#afterLook(() => this.#waitForLine())
  }

  constructor(bytes: AsyncIterable<Buffer>, signal: AbortSignal) {
    this.#iterator = bytes[Symbol.asyncIterator]()
    this.#signal = signal
    signal.addEventListener('abort', this.#watch, { once: true })
  }

  /** @throws the reason of `signal`, once the connection is empty or keeps delivering for too long. */
  async next(): Promise<IteratorResult<Buffer, unknown>> {
    const { aborted, reason } = this.#signal
    if (aborted && (this.#backlogLeft <= 0 || this.#waitLeftMs <= 0)) throw reason
    const stopped = new Promise<never>((_resolve, reject) => (this.#reject = reject))
    if (aborted) this.#watch()
    try {
      const next = await Promise.race([this.#iterator.next(), stopped])
      if (this.#signal.aborted && !next.done) this.#backlogLeft -= next.value.length
      return next
    } finally {
      if (this.#emptySince !== null) this.#waitLeftMs -= performance.now() - this.#emptySince
      this.#clear()
    }
  }

  close(): void {
    this.#clear()
    this.#signal.removeEventListener('abort', this.#watch)
  }

  #waitForLine(): void {
    this.#emptySince = performance.now()
    const stop = () => this.#reject?.(this.#signal.reason)
    this.#timeout = setTimeout(() => this.#afterLook(stop), Math.min(LINE_EMPTY_MS, this.#waitLeftMs))
  }

  /** A busy process may not yet have read what arrived. By the second immediate it has polled every connection. */
  #afterLook(then: () => void): void {
    this.#look = setImmediate(() => (this.#look = setImmediate(then)))
  }

  #clear(): void {
    clearImmediate(this.#look)
    clearTimeout(this.#timeout)
    this.#emptySince = null
    this.#reject = null
  }
}

/** Splits a source into parts, for a store that limits the size of its pieces. */
export class StreamSplitter {
  readonly #iterator: AsyncIterator<Buffer>
  #spare: Buffer | null = null
  #isOver = false

  constructor(source: AsyncIterable<Buffer>) {
    this.#iterator = source[Symbol.asyncIterator]()
  }

  /** Whether the source has ended or failed. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * Yields the next bytes, at most `atMost`.
   * @throws the errors of the source.
   */
  async *next(atMost: number): AsyncGenerator<Buffer> {
    for (let left = atMost; left > 0;) {
      const chunk = this.#spare ?? (await this.#nextChunk())
      if (chunk === null) return
      const part = chunk.subarray(0, left)
      this.#spare = part.length < chunk.length ? chunk.subarray(part.length) : null
      left -= part.length
      yield part
    }
  }

  async #nextChunk(): Promise<Buffer | null> {
    this.#isOver = true
    const { done, value } = await this.#iterator.next()
    if (done) return null
    this.#isOver = false
    return value
  }
}
