import type { AnswerOf, QueryOf } from '@portal/contract/endpoint.ts'
import type { listUploads } from '@portal/contract/files.ts'
import { LARGEST_PAGE_SIZE, PAGE_SIZE } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups.ts'
import { badRequest, forbidden } from '../../http/errors.ts'
import type { PersonContext } from '../../world.ts'
import { listScope } from '../files.scope.ts'
import { totalPages, toUpload } from './documents-page.models.ts'
import { readDocumentsPage } from './documents-page.repository.ts'

/** A page of the documents the caller may see. Throws 400 for a page too large, 403 for another county than one's own. */
export async function listDocuments(
  { person, database, dictionaries }: PersonContext,
  query: QueryOf<typeof listUploads>,
): Promise<AnswerOf<typeof listUploads>> {
  const { page = 1, pageSize = PAGE_SIZE, countyId } = query
  if (pageSize > LARGEST_PAGE_SIZE) throw badRequest(`pageSize must be at most ${LARGEST_PAGE_SIZE}.`)
  if (countyId !== undefined && !person.isAdmin && countyId !== person.countyId) throw forbidden(OTHER_COUNTY)
  const { total, rows } = await readDocumentsPage(database, listScope(person), { ...query, page, pageSize })
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return { files: rows.map((row) => toUpload(row, names)), totalPages: totalPages(total, pageSize), total }
}
