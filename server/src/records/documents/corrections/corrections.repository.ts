import { MAX_CORRECTIONS } from '@portal/contract/corrections/corrections.ts'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** That the document `newer` corrects the document `older`. A correction in the bin does not count until it is restored. */
export type Correction = { readonly newer: number; readonly older: number }

type Origin = { readonly correctedBy: number; readonly correctedAt: Date }

/** Inserts a correction; false if another document corrects the older one, or the newer one corrects another. */
export async function insertCorrection(
  transaction: Transaction<DB>,
  { newer, older, correctedBy, correctedAt }: Correction & Origin,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('document_correction')
    .values({
      document_id: newer,
      corrects_id: older,
      corrected_by: correctedBy,
      corrected_at: correctedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteCorrection(
  transaction: Transaction<DB>,
  { newer, older }: Correction,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('document_correction')
    .where('document_id', '=', newer)
    .where('corrects_id', '=', older)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the correction of a document if it is in the bin, and returns its id. */
export async function deleteBinnedCorrection(
  transaction: Transaction<DB>,
  older: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ newer: number }>`
    DELETE FROM document_correction AS x USING document AS newer
    WHERE x.corrects_id = ${older}::integer AND newer.id = x.document_id AND newer.deleted_at IS NOT NULL
    RETURNING x.document_id AS newer`.execute(transaction)
  return rows[0]?.newer
}

/** Returns the document that a document corrects, also one in the bin. */
export async function findCorrected(db: Kysely<DB>, newer: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('document_correction')
    .select('corrects_id')
    .where('document_id', '=', newer)
    .executeTakeFirst()
  return row?.corrects_id
}

export type ChainRow = {
  readonly id: number
  readonly fileName: string
  readonly uploadedAt: Date
  /** How many corrections lie between: negative for documents that it corrects, positive for its corrections. */
  readonly distance: number
}

/**
 * Returns the documents before and after a document in its chain of corrections, the oldest first. A document in the bin
 * ends the chain. Whoever sees one document of a chain sees all, because all are of one county, or of one uploader.
 */
export async function listChain(
  db: Kysely<DB>,
  documentId: number,
  most = MAX_CORRECTIONS,
): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    WITH RECURSIVE newer AS (
      SELECT ${documentId}::integer AS id, 0 AS distance
      UNION ALL
      SELECT d.id, c.distance + 1 FROM newer AS c JOIN document_correction AS x ON x.corrects_id = c.id
      JOIN document AS d ON d.id = x.document_id AND d.deleted_at IS NULL WHERE c.distance < ${most}::integer
    ), older AS (
      SELECT ${documentId}::integer AS id, 0 AS distance
      UNION ALL
      SELECT d.id, c.distance - 1 FROM older AS c JOIN document_correction AS x ON x.document_id = c.id
      JOIN document AS d ON d.id = x.corrects_id AND d.deleted_at IS NULL WHERE c.distance > -${most}::integer
    )
    SELECT d.id, d.file_name AS "fileName", d.uploaded_at AS "uploadedAt", c.distance
    FROM (SELECT * FROM newer UNION ALL SELECT * FROM older) AS c JOIN document AS d ON d.id = c.id
    WHERE c.distance <> 0 ORDER BY c.distance`.execute(db)
  return rows
}

/**
 * A query of the id of the document that corrects the document `alias`; no row for none. All readers of the one see the
 * other.
 */
export const correctionOf = (alias: string) =>
  `SELECT newer.id FROM document_correction AS x JOIN document AS newer ON newer.id = x.document_id
    WHERE x.corrects_id = ${alias}.id AND newer.deleted_at IS NULL`

/** Whether the document `alias` is corrected. The few corrected documents are found by their ids. */
export function isCorrected(isWanted: boolean, alias: 'd'): RawBuilder<boolean> {
  if (!isWanted) return sql`NOT EXISTS (${sql.raw(correctionOf(alias))})`
  return sql`${sql.ref(`${alias}.id`)} IN (SELECT x.corrects_id FROM document_correction AS x
    JOIN document AS newer ON newer.id = x.document_id WHERE newer.deleted_at IS NULL)`
}
