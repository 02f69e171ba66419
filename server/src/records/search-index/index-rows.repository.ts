import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { WordChange } from './word-counts.ts'

/** The first half of the key of the lock of a document's row. */
const ROW_LOCK = 146

export type IndexRow = { readonly documentId: number; readonly countyKey: number; readonly literal: string }
export type IndexedWords = {
  readonly documentId: number
  readonly countyKey: number
  readonly words: string[]
}

/** Blocks other transactions that index these documents until this one ends. Read their facts after it. */
export async function lockRows(transaction: Transaction<DB>, documentIds: readonly number[]): Promise<void> {
  const inOrder = documentIds.toSorted((one, other) => one - other)
  await sql`SELECT pg_advisory_xact_lock(${ROW_LOCK}::integer, id) FROM unnest(${inOrder}::integer[]) AS id`.execute(
    transaction,
  )
}

/** The words of the rows that these documents have, without marks. */
export async function readIndexedWords(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<IndexedWords[]> {
  const { rows } = await sql<IndexedWords>`
    SELECT document_id AS "documentId", county_key AS "countyKey", tsvector_to_array(tsv) AS words
    FROM document_search WHERE document_id = ANY (${documentIds}::integer[])`.execute(transaction)
  return rows.map(({ words, ...row }) => ({ ...row, words: words.filter((word) => !word.includes(':')) }))
}

export async function writeRows(transaction: Transaction<DB>, rows: readonly IndexRow[]): Promise<void> {
  const newest = Math.max(...rows.map(({ documentId }) => documentId))
  await sql`SELECT add_search_slices(${newest}::integer)`.execute(transaction)
  await sql`
    INSERT INTO document_search (document_id, county_key, tsv)
    SELECT * FROM unnest(${rows.map(({ documentId }) => documentId)}::integer[],
      ${rows.map(({ countyKey }) => countyKey)}::integer[], ${rows.map(({ literal }) => literal)}::text[]::tsvector[])
    ON CONFLICT (document_id) DO UPDATE SET county_key = excluded.county_key, tsv = excluded.tsv`.execute(
    transaction,
  )
}

export async function deleteRows(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('document_search').where('document_id', 'in', documentIds).execute()
}

/** Counts words. The changes are in one order everywhere, so that two transactions wait and do not block each other. */
export async function countWords(
  transaction: Transaction<DB>,
  changes: readonly WordChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    INSERT INTO search_word AS w (county_key, word, documents)
    SELECT * FROM unnest(${changes.map(({ countyKey }) => countyKey)}::integer[],
      ${changes.map(({ word }) => word)}::text[], ${changes.map(({ by }) => by)}::integer[])
    ON CONFLICT (county_key, word) DO UPDATE SET documents = greatest(w.documents + excluded.documents, 0)`.execute(
    transaction,
  )
}
