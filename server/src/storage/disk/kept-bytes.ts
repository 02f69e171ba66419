import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DamagedBytes, type ByteRange } from '../storage.ts'

/** Larger pieces than the stream's default of 64 KB: fewer turns between disk and network. */
const PIECE = 262_144

/**
 * The bytes of an open file within a range, which it closes at its end: all of them, or an error. A file that became
 * shorter meanwhile never ends as if it were whole.
 */
export class KeptBytes extends Readable {
  readonly #file: FileHandle
  readonly #end: number
  #at: number
  #isPiped = false

  constructor(file: FileHandle, { start, end }: ByteRange) {
    super({ highWaterMark: PIECE })
    this.#file = file
    this.#at = start
    this.#end = end
  }

  override _read(): void {
    if (this.#isPiped) return
    this.#next(Buffer.allocUnsafe(PIECE)).then(
      (piece) => this.push(piece),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#file.close().then(
      () => callback(error),
      () => callback(error),
    )
  }

  /**
   * Reads into the same two buffers over and over, one while the other is being written. A new one for every piece is
   * memory outside of the heap, which makes the collector walk all of the heap several times for a large document.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, { end = true } = {}): T {
    this.#isPiped = true
    this.#pump(destination).then(
      () => {
        if (end) destination.end()
        this.push(null)
        this.resume()
      },
      (error: Error) => this.destroy(error),
    )
    return destination
  }

  async #pump(destination: NodeJS.WritableStream): Promise<void> {
    let [idle, busy] = [Buffer.allocUnsafe(PIECE), Buffer.allocUnsafe(PIECE)]
    let piece = await this.#next(idle)
    while (piece !== null) {
      ;[idle, busy] = [busy, idle]
      const [ahead] = await Promise.all([this.#next(idle), written(destination, piece)])
      piece = ahead
    }
  }

  /** The next piece, in `buffer`; null after the last. */
  async #next(buffer: Buffer): Promise<Buffer | null> {
    const length = Math.min(buffer.length, this.#end - this.#at + 1)
    if (length === 0) return null
    const { bytesRead } = await this.#file.read(buffer, 0, length, this.#at)
    if (bytesRead === 0) throw new DamagedBytes('A stored file became shorter while it was read.')
    this.#at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
}

/** Resolves when the piece is with the operating system, so that its buffer is free. */
function written(destination: NodeJS.WritableStream, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    destination.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}
