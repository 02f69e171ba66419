import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'

type AttachmentQuery = {
  readonly partyNumber: number
  readonly appraisalYear: number
  readonly scope: CountyScope
}

/** Documents outside the bin that are linked to the owner, in that year and scope. Newest upload first. */
export async function listAttachments(
  db: Kysely<DB>,
  { partyNumber, appraisalYear, scope }: AttachmentQuery,
) {
  const linked = db.selectFrom('document_owner').select('document_id').where('party_number', '=', partyNumber)
  return db
    .selectFrom('document')
    .select(['id', 'file_name as fileName', 'description'])
    .where('id', 'in', linked)
    .where('appraisal_year', '=', appraisalYear)
    .where('deleted_at', 'is', null)
    .where(scopeCondition(scope, 'document'))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
