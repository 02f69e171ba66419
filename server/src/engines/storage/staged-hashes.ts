import { createHash, type Hash } from 'node:crypto'
import type { StagedBytes } from './storage.ts'

/** Bytes of a stored object that are proved together. */
export const MIB_BYTES = 1_048_576

/** The hashes of bytes as they come: of all of them, and of each MiB, the last one as long as it is. */
export class StagedHashes {
  readonly #whole = createHash('sha256')
  readonly #ofMibs: Buffer[] = []
  /** Of the MiB under way; null in the first, whose hash is that of the whole so far. */
  #ofMib: Hash | null = null
  #size = 0

  /** Bytes so far. */
  get size(): number {
    return this.#size
  }

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + MIB_BYTES - (this.#size % MIB_BYTES))
      this.#whole.update(part)
      this.#ofMib?.update(part)
      at += part.length
      this.#size += part.length
      if (this.#size % MIB_BYTES === 0) this.#endMib()
    }
  }

  /** What all bytes were; nothing can be added after it. */
  finish(): StagedBytes {
    if (this.#size % MIB_BYTES > 0) this.#endMib()
    return { size: this.#size, sha256: this.#whole.digest(), mibSha256: Buffer.concat(this.#ofMibs) }
  }

  #endMib(): void {
    this.#ofMibs.push((this.#ofMib ?? this.#whole.copy()).digest())
    this.#ofMib = createHash('sha256')
  }
}
