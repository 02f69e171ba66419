import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import { isInScope } from '../../documents/documents.repository.ts'

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
  { accountId, scope }: { readonly accountId: number; readonly scope: CountyScope },
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, ResumedDocument>> {
  if (documentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .select(['id', 'file_name as fileName', 'uploaded_at as uploadedAt', 'byte_size as size', 'sha256'])
    .where('id', 'in', [...documentIds])
    .where('uploaded_by', '=', accountId)
    .where(isInScope(scope))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
