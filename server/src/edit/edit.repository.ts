import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

const FACTS = [
  'id',
  'file_name',
  'county_id',
  'category_id',
  'type_id',
  'status_id',
  'description',
  'rendered',
  'rendered_date',
  'extended',
  'version',
  'deleted_at',
] as const

export async function findDocument(db: Kysely<DB>, documentId: number) {
  return db.selectFrom('document').select(FACTS).where('id', '=', documentId).executeTakeFirst()
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** Holds the document until the transaction ends, so that two saves come one after the other. */
export async function lockDocument(
  transaction: Transaction<DB>,
  documentId: number,
): Promise<DocumentRow | undefined> {
  return transaction
    .selectFrom('document')
    .select(FACTS)
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
}

export type DocumentChange = {
  description?: string
  type_id?: number
  status_id?: number
  rendered?: boolean
  rendered_date?: string | null
  extended?: boolean
}

/** Writes the change as a new version and returns the document as it then is. */
export async function changeDocument(
  transaction: Transaction<DB>,
  documentId: number,
  change: DocumentChange,
): Promise<DocumentRow> {
  return transaction
    .updateTable('document')
    .set((expression) => ({ ...change, version: expression('version', '+', 1) }))
    .where('id', '=', documentId)
    .returning(FACTS)
    .executeTakeFirstOrThrow()
}
