import { qualities } from './quality.ts'

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
