import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../../engines/database/generated/db.d.ts'
import { failure } from '../../../../engines/http/errors.ts'
import type { DocumentFacts } from './history-paper.ts'

type FoundFacts = DocumentFacts & { readonly countyId: number | null }

/**
 * The facts of a document, or of the last record of a permanently deleted one.
 * @throws PortalError 404 if there is neither.
 */
export async function findDocumentFacts(db: Kysely<DB>, fileId: number): Promise<FoundFacts> {
  const { rows } = await sql<FoundFacts>`
    SELECT ${fileId}::integer AS "fileId", found."fileName", found.bytes, found.sha256, found."countyId",
      county.name AS county, found."receivedAt", coalesce(account.email, '') AS "receivedFrom", found."isDeleted"
    FROM (
      SELECT file_name AS "fileName", byte_size AS bytes, encode(sha256, 'hex') AS sha256, county_id AS "countyId",
        uploaded_at AS "receivedAt", uploaded_by AS uploader, false AS "isDeleted"
      FROM document WHERE id = ${fileId}::integer
      UNION ALL (
        SELECT before ->> 'fileName', (before ->> 'bytes')::integer, before ->> 'sha256', county_id,
          (before ->> 'uploadedAt')::timestamptz, (before ->> 'uploadedBy')::integer, true
        FROM audit_record
        WHERE subject_kind = 'document' AND subject_id = ${String(fileId)} AND action = 'document.deleted'
        ORDER BY at DESC LIMIT 1)
    ) AS found
    LEFT JOIN county ON county.id = found."countyId"
    LEFT JOIN account ON account.id = found.uploader
    ORDER BY found."isDeleted" LIMIT 1`.execute(db)
  const [found] = rows
  if (!found) throw failure(FILE_NOT_FOUND)
  return found
}
