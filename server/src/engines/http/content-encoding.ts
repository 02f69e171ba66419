import { pipeline, Readable, type Duplex } from 'node:stream'
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib'
import type { RawBody } from './call-result.ts'

/** A quality value in an Accept header of any kind (RFC 9110, section 12.4.2). */
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

export type Encoding = 'br' | 'gzip' | 'identity'

/** Better ones first, where the caller wants them alike. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The encoding that the caller wants most of those we write; a caller who says nothing gets none. */
export function wantedEncoding(acceptEncoding: string | undefined): Encoding {
  const named = qualities(acceptEncoding)
  const wanted = (encoding: string) => named.get(encoding) ?? named.get('*') ?? 0
  const best = ENCODINGS.toSorted((one, other) => wanted(other) - wanted(one))[0]
  if (best === undefined || wanted(best) === 0) return 'identity'
  return (named.get('identity') ?? 0) > wanted(best) ? 'identity' : best
}

/** How much the caller wants each name that a header such as Accept or Accept-Encoding lists, from 0 to 1. */
export function qualities(header: string | undefined): ReadonlyMap<string, number> {
  const named = new Map<string, number>()
  for (const entry of (header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.map((part) => QUALITY.exec(part)?.[1]).find((value) => value !== undefined)
    if (name !== '') named.set(name.toLowerCase(), Number(quality ?? 1))
  }
  return named
}

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
