import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A document as the sender of its upload is told of it. */
export type ResumedDocument = {
  readonly id: number
  readonly fileName: string
  readonly uploadedAt: Date
  readonly size: number
  readonly sha256: Buffer
}

/** What became of uploads of this account, by id; of a document that is gone, or was moved out of their reach, nothing. */
export async function findResumedDocuments(
  db: Kysely<DB>,
  accountId: number,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, ResumedDocument>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<ResumedDocument>`
    SELECT id, file_name AS "fileName", uploaded_at AS "uploadedAt", byte_size AS size, sha256
    FROM document WHERE id = ANY (${documentIds}::integer[]) AND uploaded_by = ${accountId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
