import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import { scopeCondition } from '../../access/county-scope.repository.ts'

/** The document's details that the upload's sender may see. */
export type ResumedDocument = {
  readonly id: number
  readonly fileName: string
  readonly uploadedAt: Date
  readonly size: number
  readonly sha256: Buffer
}

/**
 * Returns the documents made from this account's uploads, by id. Omits documents that are gone or out of the account's
 * scope.
 */
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
    .where(scopeCondition(scope, 'document'))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
