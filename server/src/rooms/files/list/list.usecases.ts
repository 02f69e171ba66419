import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { countyScope, maySeeCounty } from '../../../records/access/county.policy.ts'
import { totalPages, toUpload } from '../../../records/documents/pages/documents-page.models.ts'
import { pageLinks } from './page-links.ts'

/** A page of the documents the caller may see, with the way to those beside it. Throws 403 for another county than one's own. */
export async function listDocuments(
  { actor: { person }, documentPages, dictionaries }: PersonContext,
  query: QueryOf<typeof listUploads>,
): Promise<CallResult<ResultOf<typeof listUploads>>> {
  const { page = 1, pageSize = PAGE_SIZE, countyId } = query
  if (countyId !== undefined && !maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
  const found = await documentPages.read(countyScope(person), { ...query, page, pageSize })
  const { total, rows } = found
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return new CallResult(
    { files: rows.map((row) => toUpload(row, names)), totalPages: totalPages(total, pageSize), total },
    { headers: pageLinks({ ...query, page }, found) },
  )
}
