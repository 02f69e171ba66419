import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../access/county-scope.repository.ts'
import type { CountyScope } from '../../access/county.policy.ts'

export type AnswerFileRow = { readonly question: number; readonly fileId: number; readonly fileName: string }

/** The files of answers, as far as their reader sees them outside the bin. */
export async function listAnswerFiles(
  db: Kysely<DB>,
  numbers: readonly number[],
  scope: CountyScope,
): Promise<AnswerFileRow[]> {
  const { rows } = await sql<AnswerFileRow>`
    SELECT f.question_number AS question, d.id AS "fileId", d.file_name AS "fileName"
    FROM question_answer_file AS f JOIN document AS d ON d.id = f.document_id
    WHERE f.question_number = ANY (${numbers}::integer[]) AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}
    ORDER BY d.id`.execute(db)
  return rows
}
