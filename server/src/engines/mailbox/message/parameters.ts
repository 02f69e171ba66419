import { decodeWords, textOf } from './header-text.ts'

/** A field's value and the parameters after it: `attachment; filename="a.pdf"`. */
export type Parameterized = { readonly value: string; readonly parameters: ReadonlyMap<string, string> }

/** `name=value` and `name="value"`, with a comment before it or after it. */
const PARAMETER = /;\s*(?:\([^()]{0,200}\)\s*)*([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"?|([^;]*))/gu
/** Maximum characters read of a field. File names are much shorter, and longer fields must not cost time. */
const LONGEST_FIELD = 8192
/** RFC 2231: `name*`, `name*0`, `name*0*`. */
const EXTENDED = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/

type Piece = { readonly number: number; readonly isEncoded: boolean; readonly text: string }

/** Parses a field with any encoding of non-ASCII letters: RFC 2231, encoded words, or none. */
export function readParameters(field: string): Parameterized {
  const text = field.slice(0, LONGEST_FIELD)
  const value = text.split(';', 1)[0]?.replaceAll(/\([^()]{0,200}\)/g, '') ?? ''
  const plain = new Map<string, string>()
  const extended = new Map<string, Piece[]>()
  for (const [, name = '', quoted, bare = ''] of text.matchAll(PARAMETER)) {
    const said = quoted === undefined ? bare.trim() : quoted.replaceAll(/\\([^])/g, '$1')
    const [, base, number = '0', star] = EXTENDED.exec(name.toLowerCase()) ?? []
    if (base === undefined) {
      if (!plain.has(name.toLowerCase())) plain.set(name.toLowerCase(), decodeWords(said))
      continue
    }
    const isEncoded = star !== undefined || name.endsWith('*')
    extended.set(base, [...(extended.get(base) ?? []), { number: Number(number), isEncoded, text: said }])
  }
  for (const [name, pieces] of extended) plain.set(name, joinPieces(pieces))
  return { value: value.trim().toLowerCase(), parameters: plain }
}

/** The first encoded piece names the character set: `utf-8''caf%C3%A9.pdf`. */
function joinPieces(pieces: readonly Piece[]): string {
  const inOrder = pieces.toSorted((one, other) => one.number - other.number)
  const said = inOrder.find(({ isEncoded }) => isEncoded)
  if (!said) return decodeWords(inOrder.map(({ text }) => text).join(''))
  const [, charset = 'utf-8'] = /^([^']*)'[^']*'/.exec(said.text) ?? []
  const bytes = inOrder.map((piece) => {
    const text = piece === said ? piece.text.replace(/^[^']*'[^']*'/, '') : piece.text
    return piece.isEncoded ? percentDecoded(text) : Buffer.from(text)
  })
  return textOf(Buffer.concat(bytes), charset || 'utf-8')
}

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
