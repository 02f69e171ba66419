import { z } from 'zod'
import { downloadErrors, FILE_NOT_FOUND, IN_THE_BIN } from './document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, fileId, id, moment, queryNumber } from '../fields.ts'
import { listFilters } from './list-filters.ts'
import { MAX_SORTED } from './list-orders.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { queryPosition } from '../list-position.ts'
import { SEARCHING, SEARCH_TIMEOUT, TOO_COMMON } from '../search/search-errors.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { FILE_CHANGED, OTHER_UPLOAD } from './resumable.ts'
import { uploadErrors } from './upload-errors.ts'

/** A row of the documents list, with both spellings of a field if the specification gives two (section 3). */
export const upload = z.object({
  FileID: id,
  FileName: z.string(),
  UploadDate: moment,
  UploadedBy: z.string(),
  AttachmentCategoryID: id,
  CategoryID: id,
  AttachmentTypeID: id,
  TypeID: id,
  Description: z.string(),
  CountyID: id.nullable(),
  County: z.string().nullable(),
  CountyName: z.string().nullable(),
  Status: z.string(),
  StatusID: id,
})
export type Upload = z.output<typeof upload>

export const UPLOADED = 'File uploaded successfully.'
export const DELETED = 'File deleted successfully.'

export const DELETE_FORBIDDEN = defineError({
  code: 'document.delete_not_allowed',
  status: 403,
  sentence: 'Unauthorized to delete this file.',
})

/** A row of a search also has the first line of its text with a hit; `places` are ranges of that line. */
const listedUpload = upload.extend({
  /** The document that corrects it. Not set for others. */
  CorrectedBy: id.optional(),
  hit: z
    .object({
      page: z.int(),
      text: z.string(),
      places: z.array(z.object({ start: z.int(), end: z.int() })).readonly(),
    })
    .optional(),
})
export type ListedUpload = z.output<typeof listedUpload>

export const TOO_MANY_TO_SORT = defineError({
  code: 'documents.too_many_to_sort',
  status: 400,
  sentence: `More than ${MAX_SORTED.toLocaleString('en-US')} documents match. Narrow the filters to sort them.`,
})
export const SORT_TIMEOUT = defineError({
  code: 'documents.sort_timeout',
  status: 400,
  sentence: 'Sorting took too long. Narrow the filters, or use the order of the list.',
})

/** How a search was answered: words (or beginnings such as hern*) searched for instead, and words that were left out. */
const searchOutcome = z.object({
  corrections: z.array(z.object({ word: z.string(), by: z.string() })).readonly(),
  leftOut: z.array(z.string()).readonly(),
})

const fileParams = z.object({ fileId })

export const listUploads = endpoint({
  summary:
    'A page of the documents the caller may see, with filters and the true total; of a search with `q` at most its 10,000 newest hits. `order` is that of the list, the best match, or a column, with a minus from the last value to the first; more than 50,000 documents are sorted only by fileId, fileName and size. Its Link header has the next and the previous page, which neither miss nor repeat a document that stays.',
  method: 'GET',
  path: '/files/uploads',
  access: 'session',
  query: z
    .object({
      page: queryNumber('page'),
      pageSize: queryNumber('pageSize', MAX_PAGE_SIZE),
      ...listFilters,
      after: queryPosition('after'),
      before: queryPosition('before'),
    })
    .refine(
      ({ after, before }) => after === undefined || before === undefined,
      'after and before may not be given together.',
    ),
  result: z.object({
    files: z.array(listedUpload),
    totalPages: z.int(),
    total: z.int(),
    isTotalExact: z.literal(false).optional(),
    search: searchOutcome.optional(),
    /** How many documents were sorted for this page. Not set where an index has them in order. */
    sortedRows: z.int().optional(),
  }),
  errors: [OTHER_COUNTY, TOO_COMMON, SEARCHING, SEARCH_TIMEOUT, TOO_MANY_TO_SORT, SORT_TIMEOUT],
})

export const uploadFile = endpoint({
  summary:
    'Stores one file: multipart with file, attachmentCategoryID, attachmentTypeID, description, countyId, in any order; from who may edit documents also ownerNbr, a party number, with relationTypeId. With senderKey, and sha256 in hexadecimal digits, a form that is sent again is the same document, also for the calls of resumable uploads. namedOwnerNbr names an owner of the county that the firm may link. corrects is the file id of an older document of the county that this one corrects.',
  method: 'POST',
  path: '/files/upload',
  access: 'documents.add',
  payload: 'upload',
  result: z.object({ success: z.literal(true), message: z.string(), file: upload }),
  errors: [...uploadErrors, OTHER_UPLOAD, FILE_CHANGED],
  fallback: 'One or more uploads failed.',
})

export const deleteUpload = endpoint({
  summary: 'Moves a document to the recycle bin.',
  method: 'DELETE',
  path: '/files/uploads/:fileId',
  access: 'documents.add',
  params: fileParams,
  result: done,
  errors: [DELETE_FORBIDDEN, FILE_NOT_FOUND, IN_THE_BIN],
  fallback: 'Delete failed. Please try again.',
})

export const downloadUpload = endpoint({
  summary: 'The bytes of a document; ranges and ETag.',
  method: 'GET',
  path: '/files/uploads/:fileId/download',
  access: 'session',
  payload: 'document',
  params: fileParams,
  result: z.unknown(),
  errors: downloadErrors,
})
