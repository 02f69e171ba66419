import { pipeline, Readable, type Duplex } from 'node:stream'
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib'
import type { RawBody } from './call-result.ts'
import type { Encoding } from './content-encoding.ts'

/** What is kept as brotli, in the wanted encoding: the kept bytes themselves, or a stream that is as fast as its reader. */
export function recoded(brotli: Buffer, encoding: Encoding): RawBody {
  if (encoding === 'br') return brotli
  return encoded(through(Readable.from([brotli]), createBrotliDecompress()), encoding)
}

/** Quick ones: what is made for one reader is not worth more. */
export function encoded(plain: Readable, encoding: Encoding): Readable {
  if (encoding === 'gzip') return through(plain, createGzip({ level: constants.Z_BEST_SPEED }))
  if (encoding === 'identity') return plain
  return through(plain, createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
}

/** An end or failure of either one reaches the other. */
function through(from: Readable, to: Duplex): Readable {
  return pipeline(from, to, () => {})
}
