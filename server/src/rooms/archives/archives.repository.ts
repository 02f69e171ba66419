import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { ScanState } from '../../records/stored-files/scan/scan.repository.ts'

/** What decides whether an archive has a document, and its size. */
export type ArchiveFacts = {
  readonly id: number
  readonly county_id: number | null
  readonly uploaded_by: number
  readonly deleted_at: Date | null
  readonly byte_size: number
  readonly scan: ScanState | null
}

/** The facts of the documents that exist. The caller decides which of them the person may see. */
export async function listArchiveFacts(db: Kysely<DB>, ids: readonly number[]): Promise<ArchiveFacts[]> {
  const { rows } = await sql<ArchiveFacts>`
    SELECT d.id, d.county_id, d.uploaded_by, d.deleted_at, d.byte_size, s.scan_state AS scan
    FROM document AS d LEFT JOIN stored_object AS s ON s.key = d.storage_key
    WHERE d.id = ANY (${ids}::integer[])`.execute(db)
  return rows
}

/** The names of the owners of a document, which the person may see. */
export async function listOwnerNames(db: Kysely<DB>, documentId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT o.organization_name AS name FROM organization AS o
    WHERE o.party_number IN (SELECT party_number FROM document_owner WHERE document_id = ${documentId}::integer)
    ORDER BY left(o.search_name, 100) COLLATE "C", o.party_number`.execute(db)
  return rows.map(({ name }) => name)
}
