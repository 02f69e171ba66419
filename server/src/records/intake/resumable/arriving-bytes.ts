import { UPLOAD_TOO_LONG } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'

type Limits = {
  /** Bytes that may arrive. */
  readonly largest: number
  /** Stops the stream, with its reason. */
  readonly signal: AbortSignal
  /** Gets each chunk as it passes. */
  readonly onChunk: ((chunk: Buffer) => void) | undefined
}

/** Milliseconds without a byte after which the line of a stopped stream counts as empty. */
const LINE_EMPTY_MS = 100
/** Milliseconds that a stopped stream waits for its line in all: a slow sender may send without end. */
const LONGEST_WAIT_MS = 2000
/** Bytes that a stopped stream still reads: the buffers of a line and a proxy hold less. A fast sender may send without end. */
const LARGEST_BACKLOG_BYTES = 16_777_216

/**
 * Bytes of an upload as they arrive, within limits. After `signal` it still reads what has arrived by then, so that the
 * sender need not send it again.
 * @throws PortalError 413 after the last byte that may arrive, the reason of `signal`, and what the source throws.
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
 * A source that `signal` stops once its line is empty. Only the wait for the line counts, not that for the reader: a slow
 * disk loses no byte that has arrived.
 */
class StoppableSource {
  readonly #iterator: AsyncIterator<Buffer>
  readonly #signal: AbortSignal
  #backlogLeft = LARGEST_BACKLOG_BYTES
  #waitLeftMs = LONGEST_WAIT_MS
  /** Rejects the read that waits. */
  #reject: ((reason: unknown) => void) | null = null
  /** When the line was found empty, by `performance.now()`. */
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

  /** @throws the reason of `signal`, once the line is empty or delivers too long. */
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

  /** A busy process has not yet read what arrived. By the second immediate it has looked at every line. */
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

/** One source in parts, for a store whose pieces have a largest size. */
export class StreamSplitter {
  readonly #iterator: AsyncIterator<Buffer>
  #spare: Buffer | null = null
  #isOver = false

  constructor(source: AsyncIterable<Buffer>) {
    this.#iterator = source[Symbol.asyncIterator]()
  }

  /** Whether the source has come to its end, or broken. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The next bytes, so many at most. @throws what the source throws. */
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
