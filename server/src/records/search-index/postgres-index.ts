import type { Kysely, Transaction } from 'kysely'
import { TOO_COMMON } from '@portal/contract/search/search-errors.ts'
import type { SearchQuery, SearchTerm } from '@portal/contract/search/query.ts'
import { failure } from '../../engines/http/errors.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { isOutOfTime } from '../../engines/database/time-limit.repository.ts'
import { narrowScope } from '../access/county.policy.ts'
import { countyKeysOf, type CountyKeys } from './county-keys.ts'
import { findHits, inSearchTransaction, rankHits, type Ranking, type Wanted } from './find-hits.repository.ts'
import { countWords, deleteRows, readIndexedWords, writeRows } from './index-rows.repository.ts'
import { replaceLackingTerms, widenTerms } from './replace-terms.ts'
import {
  MAX_HITS,
  SearchTimeout,
  type FoundDocuments,
  type SearchIndex,
  type SearchRequest,
} from './search-index.ts'
import type { SearchFilters } from './search-filters.ts'
import { searchExpression, searchVector } from './search-literal.ts'
import { countsOfWords, type WordScope } from './similar-words.repository.ts'
import { EVERY_DOCUMENT, wordChanges } from './word-counts.ts'

/** The best match is found among so many of the newest hits: each costs a read of its row. */
const MAX_RANKED = 1000
/** A word in more than this share of the documents says little, and costs much. */
const COMMON_SHARE = 0.3
const YEAR = /^(?:19|20)\d{2}$/

type Options = {
  /** Of the firm. */
  readonly timeZone: string
  /** A word in fewer documents is never too common. */
  readonly commonFrom?: number
}

/** The index as tables of PostgreSQL. */
export function createPostgresIndex({ timeZone, commonFrom = 20_000 }: Options): SearchIndex {
  return {
    async put(transaction, entries) {
      const before = await readIndexedWords(
        transaction,
        entries.map(({ documentId }) => documentId),
      )
      const vectors = entries.map((entry) => ({ ...entry, ...searchVector(entry.texts) }))
      await writeRows(transaction, vectors)
      await countWords(transaction, wordChanges(before, vectors))
    },
    async remove(transaction, documentIds) {
      const before = await readIndexedWords(transaction, documentIds)
      await deleteRows(transaction, documentIds)
      await countWords(transaction, wordChanges(before, []))
    },
    async search(db, request) {
      try {
        return await search(db, request, { timeZone, commonFrom })
      } catch (error) {
        if (request.until !== undefined && isOutOfTime(error))
          throw new SearchTimeout('The search took too long.')
        throw error
      }
    },
  }
}

async function search(
  db: Kysely<DB>,
  { scope, query, filters, order, most = MAX_HITS, until }: SearchRequest,
  { timeZone, commonFrom }: Required<Options>,
): Promise<FoundDocuments> {
  const facts = factsOf(query)
  const keys = keysOf({ scope, filters })
  const wantedBy = (terms: readonly SearchTerm[]): Wanted => {
    return { scope, filters, facts, timeZone, until, expression: searchExpression(terms) }
  }
  return inSearchTransaction(db, async (transaction) => {
    const { terms, leftOut } = await leaveOut(transaction, query?.terms ?? [], { keys, until, commonFrom })
    const find = (of: readonly SearchTerm[], limit: number) => findHits(transaction, wantedBy(of), limit)
    let hits = await find(terms, most + 1)
    let answered = { terms, corrections: [] as FoundDocuments['corrections'] }
    if (hits.length === 0) {
      answered = await replaceLackingTerms(transaction, terms, { keys, until, find })
      if (answered.corrections.length > 0) hits = await find(answered.terms, most + 1)
    }
    if (hits.length === 0) {
      const wider = await widenTerms(transaction, answered.terms, { keys, until, find })
      if (wider.corrections.length > 0) {
        hits = await find(wider.terms, most + 1)
        answered = { ...wider, corrections: [...answered.corrections, ...wider.corrections] }
      }
    }
    const { expression } = wantedBy(answered.terms)
    const years = answered.terms.flatMap(yearOf)
    const ids = hits.slice(0, most)
    return {
      ids:
        order === 'best' && expression !== null
          ? await bestFirst(transaction, ids, { expression, years, until })
          : ids,
      isComplete: hits.length <= most,
      corrections: answered.corrections,
      leftOut,
      query: query && { ...query, terms: answered.terms },
    }
  })
}

function yearOf({ word, field, isExcluded }: SearchTerm): number[] {
  return word !== null && field === null && !isExcluded && YEAR.test(word) ? [Number(word)] : []
}

function factsOf(query: SearchQuery | null): SearchFilters {
  const { year, after, before } = query ?? {}
  return {
    ...(year !== undefined && { appraisalYear: year }),
    ...(after !== undefined && { receivedFrom: after }),
    ...(before !== undefined && { receivedBefore: before }),
  }
}

function keysOf({ scope, filters }: Pick<SearchRequest, 'scope' | 'filters'>): CountyKeys {
  const narrowed = narrowScope(scope, filters.countyId)
  return narrowed ? countyKeysOf(narrowed) : []
}

type CommonWords = WordScope & { readonly commonFrom: number }

/** Leaves out words that too many documents of these counties have, unless no other word is left. */
async function leaveOut(
  transaction: Transaction<DB>,
  terms: readonly SearchTerm[],
  { commonFrom, ...scope }: CommonWords,
): Promise<{ terms: readonly SearchTerm[]; leftOut: readonly string[] }> {
  const words = terms.flatMap(({ word, field }) => (word === null || field !== null ? [] : [word]))
  if (words.length === 0) return { terms, leftOut: [] }
  const counts = await countsOfWords(transaction, [...words, EVERY_DOCUMENT], scope)
  const least = Math.max(commonFrom, (counts.get(EVERY_DOCUMENT) ?? 0) * COMMON_SHARE)
  const isCommon = ({ word, field, isExcluded }: SearchTerm) =>
    !isExcluded && field === null && word !== null && (counts.get(word) ?? 0) > least
  const kept = terms.filter((term) => !isCommon(term))
  const leftOut = terms.filter(isCommon).map(({ text }) => text)
  if (leftOut.length > 0 && kept.every(({ isExcluded }) => isExcluded)) {
    throw failure(TOO_COMMON, { values: { word: leftOut[0] ?? '' } })
  }
  return { terms: kept, leftOut }
}

async function bestFirst(
  transaction: Transaction<DB>,
  ids: readonly number[],
  wanted: Ranking,
): Promise<readonly number[]> {
  const newest = ids.slice(0, MAX_RANKED)
  const ranks = await rankHits(transaction, newest, wanted)
  const ranked = newest.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0))
  return [...ranked, ...ids.slice(MAX_RANKED)]
}
