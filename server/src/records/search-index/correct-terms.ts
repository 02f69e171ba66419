import type { Transaction } from 'kysely'
import { parseQuery, isProblem, type SearchTerm } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { countsOfWords, similarWords, type CountedWord, type WordScope } from './similar-words.repository.ts'

/** Shorter words are like too many others. */
const MIN_LETTERS = 4
const MAX_DISTANCE = 2
/** Words that are tried instead of one. */
const MAX_TRIED = 5

export type Look = WordScope & {
  /** Documents in the scope of the search that match, at most so many. */
  readonly find: (terms: readonly SearchTerm[], most: number) => Promise<readonly number[]>
}

/** The word in scope that is spelled most like the word of a term that no document in scope has; null without one. */
export async function nearestTerm(
  transaction: Transaction<DB>,
  term: SearchTerm,
  { find, ...scope }: Look,
): Promise<SearchTerm | null> {
  const { word } = term
  if (word === null || word.length < MIN_LETTERS) return null
  const candidates = [
    ...(await exchangedWords(transaction, word, scope)),
    ...(await similarWords(transaction, word, scope)),
  ]
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word) }))
    .filter(({ distance }) => distance > 0 && distance <= MAX_DISTANCE)
    .toSorted((one, other) => one.distance - other.distance || other.documents - one.documents)
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    const nearest = termOf(candidate.word, term)
    if (nearest && (await find([nearest], 1)).length > 0) return nearest
  }
  return null
}

/** Words with two neighboring letters exchanged: such a typo leaves few trigrams in common. */
async function exchangedWords(
  transaction: Transaction<DB>,
  word: string,
  scope: WordScope,
): Promise<readonly CountedWord[]> {
  const letters = Array.from(word)
  const words = letters.slice(1).map((letter, index) => {
    return [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join('')
  })
  const counts = await countsOfWords(transaction, words, scope)
  return [...counts].flatMap(([each, documents]) => (documents > 0 ? [{ word: each, documents }] : []))
}

function termOf(word: string, { field }: SearchTerm): SearchTerm | null {
  const parsed = parseQuery(word)
  const [term] = isProblem(parsed) ? [] : parsed.terms
  return term ? { ...term, field } : null
}

/** The least number of letters to add, remove, replace or exchange with the next one (Damerau and Levenshtein). */
function editDistance(one: string, other: string): number {
  const [mine, theirs] = [Array.from(one), Array.from(other)]
  let before: number[] = []
  let row = Array.from({ length: theirs.length + 1 }, (_, index) => index)
  for (const [index, letter] of mine.entries()) {
    const next = [index + 1]
    for (const [at, their] of theirs.entries()) {
      const replaced = (row[at] ?? 0) + (letter === their ? 0 : 1)
      const isExchanged = at > 0 && index > 0 && letter === theirs[at - 1] && mine[index - 1] === their
      const exchanged = isExchanged ? (before[at - 1] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, exchanged, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row.at(-1) ?? 0
}
