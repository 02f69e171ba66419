import type { Transaction } from 'kysely'
import type { DB } from '../../database/generated/db.d.ts'

/** Holds the document until the transaction ends: of two deletions one comes first. */
export async function lockDocument(transaction: Transaction<DB>, documentId: number) {
  return transaction
    .selectFrom('document')
    .select(['id', 'county_id', 'uploaded_by', 'deleted_at', 'file_name', 'version'])
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
}

export async function moveToBin(
  transaction: Transaction<DB>,
  documentId: number,
  { deletedAt, deletedBy }: { deletedAt: Date; deletedBy: number },
): Promise<void> {
  await transaction
    .updateTable('document')
    .set((expression) => ({
      deleted_at: deletedAt,
      deleted_by: deletedBy,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
}
