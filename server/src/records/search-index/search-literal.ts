import type { SearchField, SearchTerm, Sequence } from '@portal/contract/search/query.ts'
import { tokensOf } from '@portal/contract/search/tokens.ts'
import type { Mark, SearchText, Weight } from './search-index.ts'

/** Tokens of one document; a longer text is found by its beginning only. */
const MAX_TOKENS = 100_000
/** Later tokens have no place, and are in no phrase. PostgreSQL counts places up to 16,383. */
const MAX_PLACE = 16_000
/** PostgreSQL keeps as many places of a word. */
const MAX_PLACES = 255
/** Bytes of words and places. PostgreSQL refuses a megabyte (SQLSTATE 54000). */
const MAX_BYTES = 900_000
/** Between two texts, so that no phrase spans both. */
const GAP = 10
/** Forms of the Comptroller, such as 50-144: found as names are. */
const FORM_NUMBER = /^50-\d{2,3}$/

const PLACE_BYTES = 2
/** Length, alignment and count of places. */
const WORD_BYTES = 8

export type SearchVector = {
  /** The tsvector as PostgreSQL reads it. */
  readonly literal: string
  /** Its words, without marks. */
  readonly words: ReadonlySet<string>
}

/** The words of texts as a tsvector. PostgreSQL does not parse text itself, so all its versions find the same. */
export function searchVector(texts: Iterable<SearchText>): SearchVector {
  const found = new Map<string, string[]>()
  const words = new Set<string>()
  let [place, tokens, bytes] = [1, 0, 0]
  const add = (lexeme: string, at: number, weight: Weight) => {
    let places = found.get(lexeme)
    if (!places) {
      places = []
      found.set(lexeme, places)
      bytes += WORD_BYTES + Buffer.byteLength(lexeme)
    }
    if (at > MAX_PLACE || places.length >= MAX_PLACES) return
    places.push(`${at}${weight}`)
    bytes += PLACE_BYTES
  }
  for (const { text, weight, mark, isOnlyMarked } of texts) {
    for (const token of tokensOf(text, place)) {
      if (tokens >= MAX_TOKENS || bytes >= MAX_BYTES) break
      tokens += 1
      const { lexeme } = token
      ;({ place } = token)
      if (mark !== undefined) add(`${mark}:${lexeme}`, place, weight)
      if (isOnlyMarked) continue
      words.add(lexeme)
      add(lexeme, place, FORM_NUMBER.test(lexeme) ? 'A' : weight)
    }
    place += GAP
  }
  return { literal: [...found].map(([lexeme, places]) => writeWord(lexeme, places)).join(' '), words }
}

function writeWord(lexeme: string, places: readonly string[]): string {
  const word = quoteLexeme(lexeme)
  return places.length === 0 ? word : `${word}:${[...new Set(places)].join(',')}`
}

/** A word in the notation of tsvector and tsquery. */
function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
}

const MARKS: Readonly<Record<SearchField, Mark>> = { owner: 'o', agent: 'g', type: 't', file: 'f' }

/** The terms as a tsquery; null without terms. */
export function searchExpression(terms: readonly SearchTerm[]): string | null {
  if (terms.length === 0) return null
  return terms.map(expressionOf).join(' & ')
}

function expressionOf({ sequences, field, isExcluded }: SearchTerm): string {
  const mark = field === null ? '' : `${MARKS[field]}:`
  const any = sequences.map((sequence) => inRow(sequence, mark)).join(' | ')
  return `${isExcluded ? '!' : ''}(${any})`
}

function inRow(sequence: Sequence, mark: string): string {
  return sequence
    .map(({ at, lexeme, isPrefix }, index) => {
      const word = `${quoteLexeme(mark + lexeme)}${isPrefix ? ':*' : ''}`
      return index === 0 ? word : ` <${at - (sequence[index - 1]?.at ?? 0)}> ${word}`
    })
    .join('')
}
