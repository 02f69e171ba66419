import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createBrotliCompress } from 'node:zlib'

/** A roll's columns in brotli, and the SHA-256 of the uncompressed columns. */
export type CompressedRoll = { readonly hash: Buffer; readonly columns: Buffer }

export type RollCompressor = {
  /** Accepts a chunk of the text. Send the next one when this call has finished. */
  add(piece: string): Promise<void>
  end(): Promise<CompressedRoll>
}

/** Half the size of gzip, whose window is too small for columns. Takes half a second for 300,000 rows. */
const BROTLI_QUALITY = 5

/** Compresses a text of about this many bytes as a stream, with one chunk in memory at a time. */
export function createRollCompressor(bytes: number): RollCompressor {
  const hash = createHash('sha256')
  const brotli = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  })
  const compressed: Buffer[] = []
  brotli.on('data', (chunk: Buffer) => compressed.push(chunk))
  return {
    async add(piece) {
      const text = Buffer.from(piece)
      hash.update(text)
      if (!brotli.write(text)) await once(brotli, 'drain')
    },
    async end() {
      brotli.end()
      await once(brotli, 'end')
      return { hash: hash.digest(), columns: Buffer.concat(compressed) }
    },
  }
}
