import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { ListScope } from '../files/files.scope.ts'

type Of = { readonly partyNumber: number; readonly appraisalYear: number; readonly scope: ListScope }

/** Documents outside the bin that are linked to the owner, of that year and within that scope; newest upload first. */
export async function listAttachments(db: Kysely<DB>, { partyNumber, appraisalYear, scope }: Of) {
  const linked = db.selectFrom('document_owner').select('document_id').where('party_number', '=', partyNumber)
  let documents = db
    .selectFrom('document')
    .select(['id', 'file_name as fileName', 'description'])
    .where('id', 'in', linked)
    .where('appraisal_year', '=', appraisalYear)
    .where('deleted_at', 'is', null)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
  if (scope.kind === 'county') documents = documents.where('county_id', '=', scope.countyId)
  if (scope.kind === 'own')
    documents = documents.where('county_id', 'is', null).where('uploaded_by', '=', scope.accountId)
  return documents.execute()
}
