import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportParameters, EXPORTS_BUSY } from '../exports.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { SEARCH_TIMEOUT, SEARCHING, TOO_COMMON } from '../search/search-errors.ts'
import { SORT_TIMEOUT, TOO_MANY_TO_SORT } from './files.ts'
import { listFilters } from './list-filters.ts'
import { MAX_SORTED } from './list-orders.ts'

/** The columns of an exported list of documents, in their order. */
export const DOCUMENT_EXPORT_COLUMNS = [
  'id',
  'date',
  'user',
  'category',
  'type',
  'name',
  'description',
  'county',
  'status',
  'owner',
  'ownerNumber',
  'agent',
  'year',
  'rendered',
  'renderedDate',
  'extended',
  'size',
  'sha256',
  'assignee',
] as const
export type DocumentExportColumn = (typeof DOCUMENT_EXPORT_COLUMNS)[number]

/** A search with more hits is not exported, because it would not find all of them in time. */
export const MAX_EXPORTED_HITS = MAX_SORTED

export const TOO_MANY_TO_EXPORT = defineError({
  code: 'documents.too_many_to_export',
  status: 400,
  sentence: `More than ${MAX_EXPORTED_HITS.toLocaleString('en-US')} documents match the search. Narrow it to export them.`,
})

export const exportUploads = endpoint({
  summary:
    'The documents of the list with these filters, in its order, as CSV or XLSX: all of them, as they are at one moment. Moments are local times of the portal’s zone. The columns are those named, in their order, or all. It is recorded. The file ends early, as a failed download, if the caller loses access meanwhile.',
  method: 'GET',
  path: '/files/export',
  access: 'session',
  payload: 'document',
  query: z.object({ ...listFilters, ...exportParameters(DOCUMENT_EXPORT_COLUMNS) }),
  result: z.unknown(),
  errors: [
    OTHER_COUNTY,
    TOO_COMMON,
    SEARCHING,
    SEARCH_TIMEOUT,
    TOO_MANY_TO_SORT,
    SORT_TIMEOUT,
    TOO_MANY_TO_EXPORT,
    EXPORTS_BUSY,
  ],
  fallback: 'The export has failed. Please try again.',
})
