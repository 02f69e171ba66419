import { PumpedBytes, type BufferFor } from '../pumped-bytes.ts'
import { DamagedBytes, type ByteRange } from '../storage.ts'
import type { DiskFile } from './disk-operations.ts'

/** Larger pieces than the stream's default of 64 KB: fewer turns between disk and network. */
const PIECE_BYTES = 262_144

/**
 * The bytes of an open file within a range, which it closes at its end: all of them, or an error. A file that became
 * shorter meanwhile never ends as if it were whole.
 */
export class KeptBytes extends PumpedBytes {
  readonly #file: DiskFile
  readonly #end: number
  #at: number

  constructor(file: DiskFile, { start, end }: ByteRange) {
    super(PIECE_BYTES)
    this.#file = file
    this.#at = start
    this.#end = end
    this.once('close', () => void file.close().catch(() => undefined))
  }

  override async nextInto(buffer: BufferFor): Promise<Buffer | null> {
    const left = this.#end - this.#at + 1
    if (left === 0) return null
    const into = buffer()
    const { bytesRead } = await this.#file.read(into, 0, Math.min(into.length, left), this.#at)
    if (bytesRead === 0) throw new DamagedBytes('A stored file became shorter while it was read.')
    this.#at += bytesRead
    return into.subarray(0, bytesRead)
  }
}
