import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { AuditEntry } from '../audit/events/audit-entry.ts'
import type { DocumentRow } from './documents.repository.ts'
import { findLinks } from './links.repository.ts'

/** What the audit record keeps of a document that is there no more, and of its links. */
export type Tombstone = Extract<AuditEntry, { readonly action: 'document.deleted' }>['before']

/**
 * What the audit record keeps of documents that are there no more: enough to recognize them by, should they come back.
 * @returns it by document; empty for none.
 */
export async function findTombstones(
  db: Kysely<DB>,
  documents: readonly DocumentRow[],
): Promise<ReadonlyMap<number, Tombstone>> {
  if (documents.length === 0) return new Map()
  const ids = documents.map(({ id }) => id)
  const links = await findLinks(db, ids)
  return new Map(
    documents.map((document) => [document.id, { ...toTombstone(document), ...links.get(document.id) }]),
  )
}

function toTombstone(document: DocumentRow): Omit<Tombstone, 'owners' | 'agents'> {
  return {
    fileName: document.file_name,
    bytes: document.byte_size,
    sha256: document.sha256.toString('hex'),
    categoryId: document.category_id,
    typeId: document.type_id,
    description: document.description,
    uploadedAt: document.uploaded_at.toISOString(),
    uploadedBy: document.uploaded_by,
    deletedAt: document.deleted_at?.toISOString(),
  }
}
