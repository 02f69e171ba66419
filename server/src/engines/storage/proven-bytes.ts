import type { Readable } from 'node:stream'
import type { MibProof } from './mib-proof.ts'
import { MIB_BYTES } from './mib-tags.ts'
import { PumpedBytes, type BufferFor } from './pumped-bytes.ts'
import { DamagedBytes, type ByteRange } from './storage.ts'

/** A kept object, `size` in bytes; what proves its MiBs; and which of its bytes are wanted. */
export type ProvenRead = { key: string; size: number; isProven: MibProof; range: ByteRange }

/** The bytes of a range, each after its MiB has proved itself; see `readProven`. `source` brings the MiBs around it. */
export class ProvenBytes extends PumpedBytes {
  readonly #wanted: ProvenRead
  readonly #fill: (buffer: Buffer) => Promise<void>
  /** Where the next MiB begins. */
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

/** Lets the source write where the bytes are wanted: none is copied. */
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
