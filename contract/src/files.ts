import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FILE_NOT_FOUND, IN_THE_BIN } from './error.ts'
import { done, id, moment, pathId, queryNumber } from './fields.ts'
import { ACCEPTED_EXTENSIONS } from './limits.ts'

/** A row of the documents list; both spellings where the specification gives two (section 3). */
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

export const NOT_YOURS_TO_OPEN =
  'This file is in the recycle bin and can be opened by those only who may restore it.'
export const NOT_YOURS_TO_DELETE = 'Unauthorized to delete this file.'
export const FILL_ALL_FIELDS = 'Please fill all required fields.'

/** Another extension than those that the specification accepts (section 5). */
export function notAccepted(fileName: string): string {
  return `${fileName}: this type of file is not accepted. Accepted types: ${ACCEPTED_EXTENSIONS.join(', ')}.`
}

export function tooLarge(fileName: string): string {
  return `${fileName} exceeds the limit.Please upload a file less than 50MB`
}

export const TOO_MANY_AT_ONCE =
  'You are sending too many files at once. Please wait until some of them have arrived, and try again.'

/** The bytes that one person may upload in a day are used up. */
export function dayIsFull(megabytes: number | string): string {
  return `You have uploaded all that one person may upload in a day (${megabytes} MB). Please go on tomorrow, or ask the helpdesk.`
}

const fileParams = z.object({ fileId: pathId('The file id') })

export const listUploads = endpoint({
  name: 'listUploads',
  summary: 'A page of the documents the caller may see, with filters and the true total.',
  method: 'GET',
  path: '/files/uploads',
  access: 'session',
  query: z.object({
    page: queryNumber('page'),
    pageSize: queryNumber('pageSize'),
    categoryId: queryNumber('categoryId'),
    typeId: queryNumber('typeId'),
    statusId: queryNumber('statusId'),
    countyId: queryNumber('countyId'),
  }),
  answer: z.object({ files: z.array(upload), totalPages: z.int(), total: z.int() }),
  errors: [
    { status: 400, error: 'pageSize must be at most 200.' },
    { status: 403, error: 'You may only see your own county.' },
  ],
})

export const uploadFile = endpoint({
  name: 'uploadFile',
  summary:
    'Stores one file: multipart with file, attachmentCategoryID, attachmentTypeID, description, countyId, in any order.',
  method: 'POST',
  path: '/files/upload',
  access: 'session',
  carries: 'upload',
  answer: z.object({ success: z.literal(true), message: z.string(), file: upload }),
  errors: [
    { status: 400, error: FILL_ALL_FIELDS },
    { status: 403, error: 'You may only upload for your own county.' },
    { status: 413, error: tooLarge('{file name}') },
    { status: 415, error: '{file name}: the content is not a valid .x file.' },
    { status: 429, error: TOO_MANY_AT_ONCE },
    { status: 429, error: dayIsFull('{limit}') },
  ],
  fallback: 'One or more uploads failed.',
})

export const deleteUpload = endpoint({
  name: 'deleteUpload',
  summary: 'Moves a document to the recycle bin.',
  method: 'DELETE',
  path: '/files/uploads/:fileId',
  access: 'session',
  params: fileParams,
  answer: done,
  errors: [
    { status: 403, error: NOT_YOURS_TO_DELETE },
    { status: 404, error: FILE_NOT_FOUND },
    { status: 409, error: IN_THE_BIN },
  ],
  fallback: 'Delete failed. Please try again.',
})

export const downloadUpload = endpoint({
  name: 'downloadUpload',
  summary: 'The bytes of a document; ranges and ETag.',
  method: 'GET',
  path: '/files/uploads/:fileId/download',
  access: 'session',
  carries: 'document',
  params: fileParams,
  answer: z.unknown(),
  errors: [
    { status: 403, error: NOT_YOURS_TO_OPEN },
    { status: 404, error: FILE_NOT_FOUND },
  ],
})
