import type { SearchQuery, Sequence, Step } from './query.ts'
import { tokensOf, type Token } from './tokens.ts'

/** A range of a text, in UTF-16 units. */
export type Place = { readonly start: number; readonly end: number }

const BEFORE = 60
const AFTER = 120

/** Where the words of a query are in a text, in order and without overlaps. */
export function placesIn(text: string, query: Pick<SearchQuery, 'terms'>): Place[] {
  return merged([...matchesIn(text, query)].flat())
}

/** The matches at each place of a text that has one, in order. It reads no more of the text than its caller asks for. */
function* matchesIn(text: string, { terms }: Pick<SearchQuery, 'terms'>): Generator<Place[]> {
  const sequences = terms.filter(({ isExcluded }) => !isExcluded).flatMap((term) => term.sequences)
  if (sequences.length === 0) return
  const span = Math.max(...sequences.flatMap((sequence) => sequence.map(({ at }) => at)))
  const byPlace = new Map<number, Token[]>()
  const matchesAt = (place: number) =>
    sequences.flatMap((sequence) => matchAt(byPlace, place, sequence) ?? [])
  let last = 0
  for (const token of tokensOf(text)) {
    // A new place completes those before it. So the longest sequence that begins `span` places before it is complete.
    for (; last < token.place; last += 1) {
      const found = matchesAt(last - span)
      if (found.length > 0) yield found
      byPlace.delete(last - span)
    }
    const others = byPlace.get(token.place)
    if (others) others.push(token)
    else byPlace.set(token.place, [token])
  }
  for (const place of byPlace.keys()) {
    const found = matchesAt(place)
    if (found.length > 0) yield found
  }
}

function matchAt(
  byPlace: ReadonlyMap<number, readonly Token[]>,
  place: number,
  sequence: Sequence,
): Place[] | null {
  const places: Place[] = []
  for (const step of sequence) {
    const token = byPlace.get(place + step.at)?.find(({ lexeme }) => isLike(lexeme, step))
    if (!token) return null
    places.push({ start: token.start, end: token.end })
  }
  return places
}

function isLike(lexeme: string, step: Step): boolean {
  return step.isPrefix ? lexeme.startsWith(step.lexeme) : lexeme === step.lexeme
}

function merged(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1)
    if (last && place.start < last.end)
      kept[kept.length - 1] = { ...last, end: Math.max(last.end, place.end) }
    else kept.push(place)
  }
  return kept
}

/** One line of a text around its first hit, with the hits in it; null without a hit. */
export function contextLine(
  text: string,
  query: Pick<SearchQuery, 'terms'>,
): { readonly text: string; readonly places: readonly Place[] } | null {
  const { value: found } = matchesIn(text, query).next()
  const [first] = merged(found ?? [])
  if (!first) return null
  const from = first.start <= BEFORE ? 0 : nextWord(text, first.start - BEFORE, first.start)
  const to = Math.min(text.length, first.end + AFTER)
  const line = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim()
  return { text: line, places: placesIn(line, query) }
}

/** The beginning of the next word, so that the line begins with a whole one. */
function nextWord(text: string, from: number, last: number): number {
  const space = text.slice(from, last).search(/\s/)
  return space === -1 ? from : from + space + 1
}
