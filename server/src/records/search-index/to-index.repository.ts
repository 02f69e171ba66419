import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export async function newestDocumentId(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`SELECT max(id) AS id FROM document`.execute(db)
  return rows[0]?.id ?? 0
}

/** Documents without a row in the search index, newest first, among so many ids from `from` down. */
export async function findUnindexed(
  db: Kysely<DB>,
  { from, window, most }: { from: number; window: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM document AS d
    WHERE d.id <= ${from}::integer AND d.id > ${from - window}::integer
      AND NOT EXISTS (SELECT FROM document_search AS s WHERE s.document_id = d.id)
    ORDER BY d.id DESC LIMIT ${most}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isAnyToIndex(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM document_to_index LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Takes some documents to index, in the order in which they were queued. Other processes take others. */
export async function takeToIndex(transaction: Transaction<DB>, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM document_to_index WHERE id IN (
      SELECT id FROM document_to_index ORDER BY id LIMIT ${most}::integer FOR UPDATE SKIP LOCKED)
    RETURNING document_id AS id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Queues every document, the newest first, and returns how many there are. */
export async function queueEveryDocument(transaction: Transaction<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO document_to_index (document_id) SELECT id FROM document ORDER BY id DESC`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}
