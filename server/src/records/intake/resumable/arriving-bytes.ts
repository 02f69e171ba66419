import { UPLOAD_TOO_LONG } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'

type Bounds = {
  /** Bytes that may come. */
  readonly most: number
  /** Breaks them off, with its reason. */
  readonly signal: AbortSignal
  /** Is shown each piece as it passes. */
  readonly look: ((chunk: Buffer) => void) | undefined
}

/** Milliseconds without a byte after which one who is to stop has read what their line still held. */
const LINE_IS_EMPTY_MS = 100
/** Milliseconds after which they stop however much comes. */
const LONGEST_EMPTYING_MS = 2000

/**
 * Bytes of an upload as they come, within bounds. When `signal` breaks them off, what has arrived by then is still read:
 * its sender need not send it again.
 * @throws PortalError 413 after the last that may come, the reason of `signal`, and what the source throws.
 */
export async function* withinBounds(
  bytes: AsyncIterable<Buffer>,
  { most, signal, look }: Bounds,
): AsyncGenerator<Buffer> {
  const source = new StoppableSource(bytes, signal)
  try {
    for (let left = most; ;) {
      const { done, value } = await source.next()
      if (done) return
      const chunk = value.subarray(0, left)
      left -= chunk.length
      look?.(chunk)
      if (chunk.length > 0) yield chunk
      if (chunk.length < value.length) throw failure(UPLOAD_TOO_LONG)
    }
  } finally {
    source.end()
  }
}

/** A source whose reader is told to stop, and does so once nothing more is there at once. */
class StoppableSource {
  readonly #iterator: AsyncIterator<Buffer>
  readonly #signal: AbortSignal
  #stopsAt = Infinity
  #giveUp: (reason: unknown) => void = () => undefined
  #alarm: NodeJS.Timeout | undefined
  #lastLook: NodeJS.Immediate | undefined
  readonly #tell = () => {
    this.#stopsAt = performance.now() + LONGEST_EMPTYING_MS
    this.#watch()
  }

  constructor(bytes: AsyncIterable<Buffer>, signal: AbortSignal) {
    this.#iterator = bytes[Symbol.asyncIterator]()
    this.#signal = signal
    if (signal.aborted) this.#tell()
    else signal.addEventListener('abort', this.#tell, { once: true })
  }

  /** @throws the reason to stop, where nothing comes soon, or too much. */
  next(): Promise<IteratorResult<Buffer, unknown>> {
    return new Promise((resolve, reject) => {
      // Whoever reads slower than it comes always finds more: no look is the last one.
      if (performance.now() >= this.#stopsAt) return reject(this.#signal.reason as Error)
      this.#giveUp = reject
      if (this.#stopsAt < Infinity) this.#watch()
      this.#iterator.next().then(resolve, reject)
    })
  }

  end(): void {
    this.#calm()
    this.#signal.removeEventListener('abort', this.#tell)
  }

  /** A process that was busy meanwhile has not read what arrived: its line is looked at once more before that counts as nothing. */
  #watch(): void {
    this.#calm()
    const left = Math.max(0, Math.min(LINE_IS_EMPTY_MS, this.#stopsAt - performance.now()))
    this.#alarm = setTimeout(() => {
      this.#lastLook = setImmediate(() => this.#giveUp(this.#signal.reason))
    }, left)
  }

  #calm(): void {
    clearTimeout(this.#alarm)
    clearImmediate(this.#lastLook)
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
