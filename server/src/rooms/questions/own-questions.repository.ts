import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { isOpen } from '../../records/documents/questions/questions.repository.ts'

export type OwnQuestionRow = {
  readonly fileId: number
  readonly fileName: string
  readonly countyId: number | null
  readonly uploadedBy: number
  /** How many there are. */
  readonly total: number
}

type Mine = { readonly accountId: number; readonly scope: CountyScope }

/** The documents with an open question to a person, the first due first. A person who loses sight of one has it no longer. */
export async function listDocumentsToAnswer(
  db: Kysely<DB>,
  { accountId, scope }: Mine,
  most: number,
): Promise<OwnQuestionRow[]> {
  const { rows } = await sql<OwnQuestionRow>`
    SELECT d.id AS "fileId", d.file_name AS "fileName", d.county_id AS "countyId", d.uploaded_by AS "uploadedBy",
      count(*) OVER ()::integer AS total
    FROM document_question AS q JOIN document AS d ON d.id = q.document_id AND d.county_id IS NOT DISTINCT FROM q.county_id
    WHERE q.person_id = ${accountId}::integer AND ${isOpen('q')} AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}
    ORDER BY q.due_on NULLS LAST, q.number LIMIT ${most}::integer`.execute(db)
  return rows
}
