// One tokenizer for the index, the query and the highlighting, on the server and in the browser.

/** A searchable form of a piece of text. Forms of the same word have the same place. */
export type Token = {
  readonly lexeme: string
  /** Counts words from the first one. */
  readonly place: number
  /** The range of the text that it is a form of, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** Letters and digits that belong together, such as `R-000123`, `O'Brien` or `12,345.67`. */
export type Run = Range & {
  /** Forms of the whole run; empty for a lone word, whose forms its only part has. */
  readonly whole: readonly string[]
  readonly parts: readonly Part[]
}

type Range = { readonly start: number; readonly end: number }
type Part = Range & { readonly lexemes: readonly string[] }

/** Longer ones are noise, such as encoded bytes. */
const MAX_LEXEME = 60
const MAX_COMPOUND_PARTS = 6
const MAX_COMPOUND = 40

const RUN = /[\p{L}\p{N}\p{M}]+(?:['’.,/&\u2010-\u2013-][\p{L}\p{N}\p{M}]+)*/gu
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const DECIMAL = /^\d+\.\d+$/
const PART = /[\p{L}\p{N}\p{M}]+/gu
const SEGMENT = /[^,]+/g
/** Most runs: one word without accents. It needs no other form. */
const PLAIN_WORD = /^[A-Za-z]{1,60}$/
const ASCII = /^[ -~]*$/
const DIGIT = /\d/
const LEADING_ZEROS = /^0+(?=\d)/

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/** Folds a word: no accents, lower case, compatibility characters as plain ones. */
function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The tokens of a text, in the order of their places. */
export function* tokensOf(text: string, firstPlace = 1): Generator<Token, number> {
  let place = firstPlace
  for (const { start, end, whole, parts } of runsOf(text)) {
    for (const lexeme of whole) yield { lexeme, place, start, end }
    for (const [index, part] of parts.entries()) {
      for (const lexeme of part.lexemes) {
        yield { lexeme, place: place + index, start: part.start, end: part.end }
      }
    }
    place += widthOf({ parts })
  }
  return place
}

/** How many places a run takes. */
export function widthOf({ parts }: Pick<Run, 'parts'>): number {
  return Math.max(1, parts.length)
}

/** The runs of a text. */
export function* runsOf(text: string): Generator<Run> {
  for (const { 0: run, index: start } of text.matchAll(RUN)) {
    if (PLAIN_WORD.test(run)) {
      const end = start + run.length
      yield { start, end, whole: [], parts: [{ start, end, lexemes: [run.toLowerCase()] }] }
      continue
    }
    if (THOUSANDS.test(run)) {
      yield { start, end: start + run.length, whole: formsOfThousands(run), parts: [] }
      continue
    }
    for (const { 0: segment, index } of run.matchAll(SEGMENT)) {
      const found = runOfSegment(segment, start + index)
      if (found) yield found
    }
  }
}

/** With and without the cents. */
function formsOfThousands(run: string): string[] {
  const number = run.replaceAll(',', '')
  const [dollars = ''] = number.split('.')
  return dollars === number ? [number] : [number, dollars]
}

function runOfSegment(segment: string, start: number): Run | null {
  const parts = [...segment.matchAll(PART)].flatMap(({ 0: part, index }) => {
    const lexemes = formsOfWord(foldWord(part))
    const from = start + index
    return lexemes.length > 0 ? [{ start: from, end: from + part.length, lexemes }] : []
  })
  if (parts.length === 0) return null
  return { start, end: start + segment.length, whole: formsOfCompound(segment, parts), parts }
}

/** A number with leading zeros is also found without them: that form begins with `#`. */
function formsOfWord(word: string): string[] {
  if (word === '' || word.length > MAX_LEXEME) return []
  if (!/^0\d+$/.test(word)) return [word]
  return [word, `#${word.replace(LEADING_ZEROS, '')}`]
}

/** `r-000123` and `r000123` for R-000123; `obrien` for O'Brien; `67.50` for 67.50. */
function formsOfCompound(segment: string, parts: readonly Part[]): string[] {
  if (parts.length < 2 || parts.length > MAX_COMPOUND_PARTS || segment.length > MAX_COMPOUND) return []
  if (DECIMAL.test(segment)) return [segment]
  const words = parts.map(({ lexemes: [word = ''] }) => word)
  const joined = words.join('')
  return DIGIT.test(joined) ? [words.join('-'), joined] : [joined]
}
