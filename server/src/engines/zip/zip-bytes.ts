import { crc32 } from 'node:zlib'
import { PumpedBytes, sameBuffer, type BufferFor } from '../storage/pumped-bytes.ts'
import { LAST_BLOCK, writeBlocks } from './stored-blocks.ts'
import {
  dataDescriptor,
  directoryLine,
  endOfArchive,
  localHeader,
  MAX_ENTRY_BYTES,
  type WrittenEntry,
} from './zip-records.ts'

/** A file of an archive. Its bytes are requested once it is its turn. */
export type ZipEntry = {
  /** With `/` between folders, and unique in the archive. */
  readonly name: string
  readonly modifiedAt: Date
  /** The next piece, in that buffer or in one of its own; null after the last. */
  next(buffer: BufferFor): Promise<Buffer | null>
  /** Ends the reading of the bytes, also before their end. A call in progress may fail then. */
  close(): void
}

const PIECE_BYTES = 1_048_576
/** Lines of the directory in one piece. */
const LINES_AT_ONCE = 1000

/**
 * The bytes of a ZIP archive with these entries, in their order and without compression. It reads an entry at the speed
 * of its own reader, and holds three buffers of one MiB and some 100 bytes for each entry. If an entry fails, the stream
 * fails before the directory: no reader takes the rest for the whole. Once it is destroyed, the open entry is closed and
 * the iteration ends.
 */
export class ZipBytes extends PumpedBytes {
  readonly #pieces: AsyncGenerator<Buffer, void>
  #buffer: BufferFor = () => Buffer.allocUnsafe(PIECE_BYTES)
  #open: ZipEntry | null = null
  /** What entries read into. It is free again once its blocks are written. */
  readonly #unframed: BufferFor = sameBuffer(PIECE_BYTES)

  constructor(entries: AsyncIterable<ZipEntry>) {
    super(PIECE_BYTES)
    this.#pieces = this.#write(entries)
    this.once('close', () => {
      this.#open?.close()
      void this.#pieces.return().catch(() => undefined)
    })
  }

  override async nextInto(buffer: BufferFor): Promise<Buffer | null> {
    this.#buffer = buffer
    const { value, done } = await this.#pieces.next()
    return done ? null : value
  }

  async *#write(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
    /** As texts of one byte a character: a small buffer would hold a whole slab of Node's pool. */
    const lines: string[] = []
    let offset = 0
    /** What follows the bytes of the last entry goes out with what comes next: fewer small pieces. */
    let after: Buffer = Buffer.alloc(0)
    for await (const entry of entries) {
      if (this.destroyed) {
        entry.close()
        return
      }
      const head = { name: Buffer.from(entry.name), modifiedAt: entry.modifiedAt }
      const before = localHeader(head)
      yield Buffer.concat([after, before])
      const sums = yield* this.#writeBytes(entry)
      after = Buffer.concat([LAST_BLOCK, dataDescriptor(sums)])
      lines.push(directoryLine({ ...head, ...sums, offset }).toString('latin1'))
      offset += before.length + sums.stored - LAST_BLOCK.length + after.length
    }
    yield after
    let size = 0
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const piece = Buffer.from(lines.slice(at, at + LINES_AT_ONCE).join(''), 'latin1')
      size += piece.length
      yield piece
    }
    yield endOfArchive({ entries: lines.length, offset, size })
  }

  async *#writeBytes(entry: ZipEntry): AsyncGenerator<Buffer, Pick<WrittenEntry, 'crc' | 'size' | 'stored'>> {
    this.#open = entry
    let crc = 0
    let size = 0
    let stored = LAST_BLOCK.length
    try {
      for (let piece; (piece = await entry.next(this.#unframed)) !== null;) {
        crc = crc32(piece, crc)
        size += piece.length
        for (let left = piece; left.length > 0;) {
          const target = this.#buffer()
          const { consumed, written } = writeBlocks(left, target)
          left = left.subarray(consumed)
          stored += written
          yield target.subarray(0, written)
        }
        if (stored > MAX_ENTRY_BYTES) throw new Error('An entry of a ZIP archive is too large.')
      }
      return { crc, size, stored }
    } finally {
      this.#open = null
      entry.close()
    }
  }
}
