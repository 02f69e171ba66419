import { Readable } from 'node:stream'
import { DamagedBytes, type ByteRange } from '../storage.ts'
import type { DiskFile } from './disk-operations.ts'

/** Larger pieces than the stream's default of 64 KB: fewer turns between disk and network. */
const PIECE_BYTES = 262_144

/**
 * The bytes of an open file within a range, which it closes at its end: all of them, or an error. A file that became
 * shorter meanwhile never ends as if it were whole.
 */
export class KeptBytes extends Readable {
  readonly #file: DiskFile
  readonly #end: number
  #at: number
  #isPiped = false

  constructor(file: DiskFile, { start, end }: ByteRange) {
    super({ highWaterMark: PIECE_BYTES })
    this.#file = file
    this.#at = start
    this.#end = end
    this.once('close', () => void file.close().catch(() => undefined))
  }

  override _read(): void {
    if (!this.#isPiped) void this.#pushNext()
  }

  /**
   * Reads into the same two buffers over and over, one while the other is being written. A new one for every piece is
   * memory outside of the heap, which makes the collector walk all of the heap several times for a large document.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, { end = true } = {}): T {
    this.#isPiped = true
    void this.#pumpAll(destination, end)
    return destination
  }

  async #pushNext(): Promise<void> {
    try {
      this.push(await this.#next(Buffer.allocUnsafe(PIECE_BYTES)))
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
    let [idle, busy] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)]
    let piece = await this.#next(idle)
    while (piece !== null) {
      ;[idle, busy] = [busy, idle]
      const [ahead] = await Promise.all([this.#next(idle), written(destination, piece)])
      piece = ahead
    }
  }

  #breakWith(error: unknown): void {
    this.destroy(error instanceof Error ? error : new Error(String(error)))
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
