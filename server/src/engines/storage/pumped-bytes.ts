import { Readable } from 'node:stream'

/** Provides a buffer, allocated only when it is needed. */
export type BufferFor = () => Buffer

/**
 * A stream that reads into buffers of its consumer. A destination that it is piped to gets the same two buffers over
 * and over; one fills while the other is written. A new buffer per piece is memory outside of the heap. Such
 * memory makes the garbage collector walk the whole heap several times for a large document.
 */
export abstract class PumpedBytes extends Readable {
  readonly #pieceBytes: number
  readonly #buffers: [BufferFor, BufferFor]
  #isPiped = false

  /** `pieceBytes` is the length of the buffers. */
  constructor(pieceBytes: number) {
    super({ highWaterMark: pieceBytes })
    this.#pieceBytes = pieceBytes
    this.#buffers = [sameBuffer(pieceBytes), sameBuffer(pieceBytes)]
  }

  /** The next piece, in that buffer; null after the last. @throws what breaks the stream. */
  abstract nextInto(buffer: BufferFor): Promise<Buffer | null>

  /** Where the first piece may be before anything reads. */
  protected get firstBuffer(): BufferFor {
    return this.#buffers[0]
  }

  override _read(): void {
    if (!this.#isPiped) void this.#pushNext()
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, { end = true } = {}): T {
    this.#isPiped = true
    void this.#pumpAll(destination, end)
    return destination
  }

  async #pushNext(): Promise<void> {
    try {
      this.push(await this.nextInto(() => Buffer.allocUnsafe(this.#pieceBytes)))
    } catch (error) {
      this.#breakWith(error)
    }
  }

  async #pumpAll(destination: NodeJS.WritableStream, end: boolean): Promise<void> {
    try {
      await this.#pump(destination)
    } catch (error) {
      this.#breakWith(error)
      return
    }
    if (end) destination.end()
    this.push(null)
    this.resume()
  }

  async #pump(destination: NodeJS.WritableStream): Promise<void> {
    let [idle, busy] = this.#buffers
    let piece = await this.nextInto(idle)
    while (piece !== null) {
      ;[idle, busy] = [busy, idle]
      const [ahead] = await Promise.all([this.nextInto(idle), written(destination, piece)])
      piece = ahead
    }
  }

  #breakWith(error: unknown): void {
    this.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Returns one buffer again and again. */
export function sameBuffer(bytes: number): BufferFor {
  let buffer: Buffer | null = null
  return () => (buffer ??= Buffer.allocUnsafe(bytes))
}

/** Resolves when the operating system has the piece, so that its buffer is free. */
function written(destination: NodeJS.WritableStream, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    destination.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}
