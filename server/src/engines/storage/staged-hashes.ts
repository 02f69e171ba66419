import { createHash } from 'node:crypto'
import { MIB_BYTES, MibTagger } from './mib-tags.ts'
import type { StagedBytes } from './storage.ts'

/** The hash of bytes as they come, and the tag of each MiB, the last one as long as it is. */
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

  /** What all bytes were; nothing can be added after it. */
  finish(): StagedBytes {
    return { size: this.#size, sha256: this.#whole.digest(), mibTags: this.#tagger.finish() }
  }
}
