import { createHash } from 'node:crypto'
import { MIB_BYTES, MibTagger } from './mib-tags.ts'
import type { StagedBytes } from './storage.ts'

/** Hashes a stream of bytes and makes a tag for each MiB. The last MiB may be shorter. */
export class StagedHashes {
  readonly #whole = createHash('sha256')
  readonly #tagger = new MibTagger()
  #size = 0

  /** Bytes so far. */
  get size(): number {
    return this.#size
  }

  add(chunk: Buffer): void {
    this.#whole.update(chunk)
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + MIB_BYTES - (this.#size % MIB_BYTES))
      this.#tagger.add(part)
      at += part.length
      this.#size += part.length
      if (this.#size % MIB_BYTES === 0) this.#tagger.endMib()
    }
  }

  /** Returns the hashes of all bytes; add nothing afterwards. */
  finish(): StagedBytes {
    return { size: this.#size, sha256: this.#whole.digest(), mibTags: this.#tagger.finish() }
  }
}
