import { Readable } from 'node:stream'

/** Hands out a buffer when one is needed at last. */
export type BufferFor = () => Buffer

/**
 * Bytes that come into buffers which their reader brings. A writer to whom they are piped gets them from the same two
 * buffers over and over, one filled while the other is being written: a new one for every piece is memory outside of
 * the heap, which makes the collector walk all of the heap several times for a large document.
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

  /** Where the first piece may lie before anybody reads. */
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

function sameBuffer(bytes: number): BufferFor {
  let buffer: Buffer | null = null
  return () => (buffer ??= Buffer.allocUnsafe(bytes))
}

/** Resolves when the piece is with the operating system, so that its buffer is free. */
function written(destination: NodeJS.WritableStream, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    destination.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}
