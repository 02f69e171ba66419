import type { Kysely, Transaction } from 'kysely'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../access/county.policy.ts'
import type { SearchFilters } from './search-filters.ts'

/** A: names and numbers, B: the description, D: the text. */
export type Weight = 'A' | 'B' | 'D'

/** A field that a query can name, such as `owner:`. */
export type Mark = 'o' | 'g' | 't' | 'f'

/** A piece of text that finds a document. */
export type SearchText = {
  readonly text: string
  readonly weight: Weight
  /** Also found by a query that names this field. */
  readonly mark?: Mark
  /** Found only by a query that names the field. */
  readonly isOnlyMarked?: true
}

/** Everything that finds a document, the most important first. */
export type SearchEntry = {
  readonly documentId: number
  readonly countyKey: number
  readonly texts: readonly SearchText[]
}

export type SearchRequest = {
  readonly scope: CountyScope
  /** Null for a list that is only filtered. */
  readonly query: SearchQuery | null
  readonly filters: SearchFilters
  /** `list`: hits have no order of their own. `best`: the best of the newest hits come first. */
  readonly order: 'list' | 'best'
  /** At most so many hits; MAX_HITS unless it is fewer. */
  readonly most?: number
  /** When to give up with a SearchTimeout, on the clock of `performance.now`. */
  readonly until?: number | undefined
}

/** A search took longer than its caller waits. */
export class SearchTimeout extends Error {}

/** A word, and what was searched for instead: the word that is spelled most like it, or a beginning such as hern*. */
export type Correction = { readonly word: string; readonly by: string }

export type FoundDocuments = {
  /** At most MAX_HITS, the newest first, or the best first. */
  readonly ids: readonly number[]
  /** False if there are more hits. */
  readonly isComplete: boolean
  readonly corrections: readonly Correction[]
  /** Words in so many documents that they were left out. */
  readonly leftOut: readonly string[]
  /** The query that was answered. */
  readonly query: SearchQuery | null
}

export const MAX_HITS = 10_000
/** Milliseconds of one search. */
export const SEARCH_MS = 10_000

/** The search index. An outside engine would be another driver. */
export type SearchIndex = {
  /** Adds documents, or replaces what was known of them. */
  put(transaction: Transaction<DB>, entries: readonly SearchEntry[]): Promise<void>
  remove(transaction: Transaction<DB>, documentIds: readonly number[]): Promise<void>
  /**
   * Finds the documents of the scope, outside the bin, that match the query and the filters.
   * @throws 400 for a query of a single word that too many documents have; SearchTimeout after `until`.
   */
  search(db: Kysely<DB>, request: SearchRequest): Promise<FoundDocuments>
}
