import type { Transaction } from 'kysely'
import { parseQuery, isProblem, type SearchTerm } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Correction } from './search-index.ts'
import { similarWords, type CountyKeys } from './similar-words.repository.ts'

/** Shorter words are like too many others. */
const MIN_LETTERS = 4
const MAX_DISTANCE = 2
/** Words that are tried instead of one. */
const MAX_TRIED = 5

type Corrected = { readonly terms: readonly SearchTerm[]; readonly corrections: readonly Correction[] }
type Look = {
  readonly keys: CountyKeys
  /** Documents in the scope of the search that match, at most so many. */
  readonly find: (terms: readonly SearchTerm[], most: number) => Promise<readonly number[]>
}

/**
 * Replaces each word that no document in scope has by the word that is spelled most like it. Only a word that a document
 * in scope has is proposed, so a proposal says nothing about other counties.
 */
export async function correctTerms(
  transaction: Transaction<DB>,
  terms: readonly SearchTerm[],
  look: Look,
): Promise<Corrected> {
  const corrections: Correction[] = []
  const corrected: SearchTerm[] = []
  for (const term of terms) {
    const nearest = await nearestTerm(transaction, term, look)
    if (nearest) corrections.push({ word: term.text, by: nearest.text })
    corrected.push(nearest ?? term)
  }
  return { terms: corrected, corrections }
}

async function nearestTerm(
  transaction: Transaction<DB>,
  term: SearchTerm,
  { keys, find }: Look,
): Promise<SearchTerm | null> {
  const { word, isExcluded } = term
  if (word === null || isExcluded || word.length < MIN_LETTERS || /\d/.test(word)) return null
  if ((await find([term], 1)).length > 0) return null
  const candidates = (await similarWords(transaction, word, keys))
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word) }))
    .filter(({ distance }) => distance > 0 && distance <= MAX_DISTANCE)
    .toSorted((one, other) => one.distance - other.distance || other.documents - one.documents)
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    const nearest = termOf(candidate.word, term)
    if (nearest && (await find([nearest], 1)).length > 0) return nearest
  }
  return null
}

function termOf(word: string, { field }: SearchTerm): SearchTerm | null {
  const parsed = parseQuery(word)
  const [term] = isProblem(parsed) ? [] : parsed.terms
  return term ? { ...term, field } : null
}

/** The least number of letters to add, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (const [at, theirs] of Array.from(other).entries()) {
      const replaced = (row[at] ?? 0) + (letter === theirs ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
