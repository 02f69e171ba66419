import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { limitTime } from '../../engines/database/time-limit.repository.ts'
import type { CountyKeys } from './county-keys.ts'

export type WordScope = {
  readonly keys: CountyKeys
  /** As in SearchRequest. */
  readonly until?: number | undefined
}

const MIN_SIMILARITY = '0.4'
const MAX_CANDIDATES = 50
/** Each word costs a read of the index of documents. */
const MAX_LONGER = 30

export type CountedWord = { readonly word: string; readonly documents: number }

function isIn(keys: CountyKeys) {
  return keys === null ? sql`true` : sql`county_key = ANY (${keys}::integer[])`
}

/** How many documents of these counties have each of these words. */
export async function countsOfWords(
  transaction: Transaction<DB>,
  words: readonly string[],
  { keys, until }: WordScope,
): Promise<ReadonlyMap<string, number>> {
  await limitTime(transaction, until)
  const { rows } = await sql<CountedWord>`
    SELECT word, sum(documents)::float8 AS documents FROM search_word
    WHERE word = ANY (${words}::text[]) AND ${isIn(keys)} GROUP BY word`.execute(transaction)
  return new Map(rows.map(({ word, documents }) => [word, documents]))
}

/** The words of these counties that are spelled most like this one. */
export async function similarWords(
  transaction: Transaction<DB>,
  word: string,
  { keys, until }: WordScope,
): Promise<readonly CountedWord[]> {
  await limitTime(transaction, until)
  await sql`SELECT set_config('pg_trgm.similarity_threshold', ${MIN_SIMILARITY}, true)`.execute(transaction)
  const { rows } = await sql<CountedWord>`
    SELECT word, sum(documents)::float8 AS documents FROM search_spelling JOIN search_word USING (word)
    WHERE word % ${word} AND documents > 0 AND ${isIn(keys)}
    GROUP BY word ORDER BY similarity(word, ${word}) DESC, 2 DESC LIMIT ${MAX_CANDIDATES}::integer`.execute(
    transaction,
  )
  return rows
}

/** The words of these counties that begin with these letters and are longer, in the most documents first. */
export async function wordsThatBegin(
  transaction: Transaction<DB>,
  letters: string,
  { keys, until }: WordScope,
): Promise<readonly string[]> {
  await limitTime(transaction, until)
  const { rows } = await sql<Pick<CountedWord, 'word'>>`
    SELECT word FROM search_word
    WHERE word LIKE ${`${letters}_%`} AND documents > 0 AND ${isIn(keys)}
    GROUP BY word ORDER BY sum(documents) DESC, word LIMIT ${MAX_LONGER}::integer`.execute(transaction)
  return rows.map(({ word }) => word)
}
