import type { Readable } from 'node:stream'
import { MIB_BYTES, hasItsTag } from './mib-tags.ts'
import { PumpedBytes, type BufferFor } from './pumped-bytes.ts'
import { DamagedBytes, type ByteRange, type Storage } from './storage.ts'
import { hash } from 'node:crypto'

/** Whether a MiB of an object, numbered from 0, equals what was staged. */
export type MibProof = (mib: Buffer, number: number) => boolean

const SHA256_BYTES = 32

/** A kept object, its `size` in bytes, the proof for its MiBs, and the range of bytes to read. */
export type ProvenRead = { key: string; size: number; isProven: MibProof; range: ByteRange }

/**
 * The bytes of a range, each after its MiB is verified; see `readProven`. `source` delivers the MiBs around the range.
 */
class ProvenBytes extends PumpedBytes {
  readonly #wanted: ProvenRead
  readonly #fill: (buffer: Buffer) => Promise<void>
  /** Offset of the next MiB. */
  #at: number
  #ahead: Buffer | null = null

  constructor(source: Readable, wanted: ProvenRead) {
    super(Math.min(MIB_BYTES, wanted.size))
    this.#wanted = wanted
    this.#fill = source instanceof PumpedBytes ? filledBy(source) : filledFromPieces(source)
    this.#at = wanted.range.start - (wanted.range.start % MIB_BYTES)
    this.once('close', () => void source.destroy())
  }

  /** @throws DamagedBytes */
  async proveFirst(): Promise<void> {
    this.#ahead = await this.#nextProven(this.firstBuffer)
  }

  override async nextInto(buffer: BufferFor): Promise<Buffer | null> {
    const ahead = this.#ahead
    this.#ahead = null
    return ahead ?? this.#nextProven(buffer)
  }

  async #nextProven(buffer: BufferFor): Promise<Buffer | null> {
    const { key, size, isProven, range } = this.#wanted
    const at = this.#at
    if (at > range.end) return null
    const mib = buffer().subarray(0, Math.min(MIB_BYTES, size - at))
    await this.#fill(mib)
    if (!isProven(mib, at / MIB_BYTES)) {
      throw new DamagedBytes(`The bytes of ${key} from ${at} on are not those that were stored.`)
    }
    this.#at += mib.length
    return mib.subarray(Math.max(0, range.start - at), range.end + 1 - at)
  }
}

/** Lets the source write directly into the target buffer, without a copy. */
function filledBy(source: PumpedBytes): (buffer: Buffer) => Promise<void> {
  return async (buffer) => {
    for (let filled = 0; filled < buffer.length;) {
      const piece = await source.nextInto(() => buffer.subarray(filled))
      if (piece === null) throw endedEarly()
      filled += piece.length
    }
  }
}

function filledFromPieces(source: Readable): (buffer: Buffer) => Promise<void> {
  const pieces = source.iterator() as AsyncIterator<Buffer, undefined>
  let rest: Buffer = Buffer.alloc(0)
  return async (buffer) => {
    for (let filled = 0; filled < buffer.length;) {
      if (rest.length === 0) {
        const next = await pieces.next()
        if (next.done) throw endedEarly()
        rest = next.value
      }
      const taken = rest.copy(buffer, filled)
      rest = rest.subarray(taken)
      filled += taken
    }
  }
}

function endedEarly(): DamagedBytes {
  return new DamagedBytes('Stored bytes ended early while they were read.')
}

/**
 * Reads kept bytes and verifies each MiB against the staged one before any of its bytes leave. For a range, it reads
 * the MiBs around it. The first MiB is verified when this resolves; a later one that fails breaks the stream with
 * DamagedBytes. It holds at most two MiB of memory, however slow the reader is.
 * @throws MissingBytes if there are none and DamagedBytes if they differ from what was staged.
 */
export async function readProven(
  storage: Pick<Storage, 'read'>,
  { key, size, isProven, range }: ProvenRead,
): Promise<Readable> {
  const start = range.start - (range.start % MIB_BYTES)
  const afterLastMib = range.end - (range.end % MIB_BYTES) + MIB_BYTES
  const source = await storage.read(key, size, { start, end: Math.min(afterLastMib, size) - 1 })
  const bytes = new ProvenBytes(source, { key, size, isProven, range })
  try {
    await bytes.proveFirst()
  } catch (error) {
    bytes.destroy()
    throw error
  }
  return bytes
}

/** Verifies by the tags that `MibTagger` makes. */
export function provenByTags(mibTags: Buffer): MibProof {
  return (mib, number) => hasItsTag(mibTags, mib, number)
}

/**
 * Verifies by the SHA-256 of each MiB, 32 bytes each, in order: for an object of one MiB, or one stored before tags.
 */
export function provenByHashes(mibSha256: Buffer): MibProof {
  return (mib, number) => {
    const at = number * SHA256_BYTES
    return hash('sha256', mib, 'buffer').equals(mibSha256.subarray(at, at + SHA256_BYTES))
  }
}
