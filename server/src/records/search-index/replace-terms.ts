import type { Transaction } from 'kysely'
import type { SearchTerm, Sequence } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { nearestTerm, type Look } from './correct-terms.ts'
import type { Correction } from './search-index.ts'
import { wordsThatBegin, type WordScope } from './similar-words.repository.ts'

/** Shorter beginnings, and numbers, begin too many words. */
const BEGINNING = /^\p{L}{3,}$/u

type Replaced = { readonly terms: readonly SearchTerm[]; readonly corrections: readonly Correction[] }

/**
 * Replaces each word that no document in scope has: by the words that begin with it, else by the word that is spelled
 * most like it. Only what a document in scope has is proposed, so a proposal says nothing about other counties (R15.12,
 * R15.45).
 */
export async function replaceLackingTerms(
  transaction: Transaction<DB>,
  terms: readonly SearchTerm[],
  look: Look,
): Promise<Replaced> {
  const corrections: Correction[] = []
  const replaced: SearchTerm[] = []
  for (const term of terms) {
    const other = await replacementOf(transaction, term, look)
    if (other) corrections.push({ word: term.text, by: other.text })
    replaced.push(other ?? term)
  }
  return { terms: replaced, corrections }
}

/**
 * Lets words also find the words that begin with them, as few words as possible: for words that documents have, but no
 * document has all of them (R15.45).
 */
export async function widenTerms(
  transaction: Transaction<DB>,
  terms: readonly SearchTerm[],
  { find, ...scope }: Look,
): Promise<Replaced> {
  let widened: readonly SearchTerm[] = []
  for (const term of terms) widened = [...widened, (await beginningOf(transaction, term, scope)) ?? term]
  if (widened.every((term) => terms.includes(term)) || (await find(widened, 1)).length === 0) {
    return { terms, corrections: [] }
  }
  for (const [index, term] of terms.entries()) {
    const narrower = widened.with(index, term)
    if (widened[index] !== term && (await find(narrower, 1)).length > 0) widened = narrower
  }
  const corrections = terms.flatMap(({ text }, index) => {
    const by = widened[index]?.text ?? text
    return by === text ? [] : [{ word: text, by }]
  })
  return { terms: widened, corrections }
}

async function replacementOf(
  transaction: Transaction<DB>,
  term: SearchTerm,
  look: Look,
): Promise<SearchTerm | null> {
  if (term.word === null || term.isExcluded || !BEGINNING.test(term.word)) return null
  if ((await look.find([term], 1)).length > 0) return null
  const beginning = await beginningOf(transaction, term, look)
  if (beginning && (await look.find([beginning], 1)).length > 0) return beginning
  return nearestTerm(transaction, term, look)
}

/** The word itself, in its forms, or a word that begins with it; null if the counties have no longer word. */
async function beginningOf(
  transaction: Transaction<DB>,
  term: SearchTerm,
  { keys, until }: WordScope,
): Promise<SearchTerm | null> {
  const { word, text, isExcluded, sequences } = term
  if (word === null || isExcluded || !BEGINNING.test(word)) return null
  const longer = await wordsThatBegin(transaction, word, { keys, until })
  if (longer.length === 0) return null
  const others = longer.map((lexeme): Sequence => [{ at: 0, lexeme }])
  return { ...term, text: `${text}*`, word: null, sequences: [...sequences, ...others] }
}
