import { pipeline, Readable, type Duplex } from 'node:stream'
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib'
import type { RawBody } from './call-result.ts'

/** A quality value in an Accept header of any kind (RFC 9110, section 12.4.2). */
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

export type Encoding = 'br' | 'gzip' | 'identity'

/** In order of preference, if the caller wants them alike. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The encoding that the caller prefers among those we write; `identity` if the header is missing. */
export function wantedEncoding(acceptEncoding: string | undefined): Encoding {
  const named = qualities(acceptEncoding)
  const wanted = (encoding: string) => named.get(encoding) ?? named.get('*') ?? 0
  const best = ENCODINGS.toSorted((one, other) => wanted(other) - wanted(one))[0]
  if (best === undefined || wanted(best) === 0) return 'identity'
  return (named.get('identity') ?? 0) > wanted(best) ? 'identity' : best
}

/** The quality, from 0 to 1, of each name in a header such as Accept or Accept-Encoding. */
export function qualities(header: string | undefined): ReadonlyMap<string, number> {
  const named = new Map<string, number>()
  for (const entry of (header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.map((part) => QUALITY.exec(part)?.[1]).find((value) => value !== undefined)
    if (name !== '') named.set(name.toLowerCase(), Number(quality ?? 1))
  }
  return named
}

/** Stored brotli bytes in the wanted encoding: the bytes themselves, or a stream as fast as its reader. */
export function recoded(brotli: Buffer, encoding: Encoding): RawBody {
  if (encoding === 'br') return brotli
  return encoded(through(Readable.from([brotli]), createBrotliDecompress()), encoding)
}

/** Compresses fast, because each result serves one reader only. */
export function encoded(plain: Readable, encoding: Encoding): Readable {
  if (encoding === 'gzip') return through(plain, createGzip({ level: constants.Z_BEST_SPEED }))
  if (encoding === 'identity') return plain
  return through(plain, createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
}

/** An end or failure of either stream reaches the other. */
function through(from: Readable, to: Duplex): Readable {
  return pipeline(from, to, () => {})
}
