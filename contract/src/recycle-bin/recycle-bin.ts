import { z } from 'zod'
import { FILE_NOT_FOUND } from '../files/document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { done, fileId, id, moment, queryNumber } from '../fields.ts'
import { MAX_RECYCLE_BIN_ROWS } from '../limits.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'

/** A row of the recycle bin (specification, section 3). */
export const deletedFile = z.object({
  FileID: id,
  FileName: z.string(),
  DeletedAt: moment,
  CategoryName: z.string(),
  TypeName: z.string(),
  Description: z.string(),
  CountyName: z.string().nullable(),
  DeletedByUsername: z.string(),
})
export type DeletedFile = z.output<typeof deletedFile>

export const RESTORED = 'File restored successfully.'
export const DELETED_FOR_GOOD = 'File deleted permanently.'
export const MANY_DELETED_FOR_GOOD = 'Selected files deleted permanently.'

export const NOT_IN_THE_BIN = defineError({
  code: 'document.not_in_bin',
  status: 409,
  sentence: 'This file is not in the recycle bin.',
})
export const RESTORE_FORBIDDEN = defineError({
  code: 'document.restore_not_allowed',
  status: 403,
  sentence: 'Unauthorized to restore this file.',
})
export const PERMANENT_DELETE_FORBIDDEN = defineError({
  code: 'document.delete_for_good_not_allowed',
  status: 403,
  sentence: 'Unauthorized to permanently delete this file.',
})
export const SELECT_ONE = defineError({
  code: 'bin.nothing_selected',
  status: 400,
  sentence: 'Please select at least one file.',
})
export const SELECT_FEWER = defineError({
  code: 'bin.too_many_selected',
  status: 400,
  sentence: `Please select at most ${MAX_RECYCLE_BIN_ROWS} files.`,
})

const fileParams = z.object({ fileId })

export const listDeletedFiles = endpoint({
  summary:
    'What the caller may restore, in one county if `countyId` names it: the newest deletion first, the newest 1000, with the true total.',
  method: 'GET',
  path: '/files/uploads/recyclebin',
  access: 'session',
  query: z.object({ countyId: queryNumber('countyId') }),
  result: z.object({ files: z.array(deletedFile), total: z.int() }),
  errors: [OTHER_COUNTY],
  fallback: 'Failed to load deleted files.',
})

export const exportDeletedFiles = endpoint({
  summary:
    'What the caller may restore, in one county if `countyId` names it, as CSV or XLSX: all of it, the newest deletion first, as it is at one moment. It is recorded.',
  method: 'GET',
  path: '/files/uploads/recyclebin/export',
  access: 'session',
  payload: 'document',
  query: z.object({ countyId: queryNumber('countyId'), ...exportFormat }),
  result: z.unknown(),
  errors: [OTHER_COUNTY, EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})

export const restoreFile = endpoint({
  summary: 'Takes a file out of the recycle bin.',
  method: 'PATCH',
  path: '/files/uploads/:fileId/restore',
  access: 'documents.add',
  params: fileParams,
  result: done,
  errors: [RESTORE_FORBIDDEN, FILE_NOT_FOUND, NOT_IN_THE_BIN],
  fallback: 'Failed to restore file.',
})

export const deletePermanently = endpoint({
  summary: 'Deletes a file of the recycle bin for good.',
  method: 'DELETE',
  path: '/files/uploads/:fileId/permanent',
  access: 'documents.add',
  params: fileParams,
  result: done,
  errors: [PERMANENT_DELETE_FORBIDDEN, FILE_NOT_FOUND, NOT_IN_THE_BIN],
  fallback: 'Failed to permanently delete file.',
})

export const deleteManyPermanently = endpoint({
  summary:
    'Deletes files of the recycle bin for good, all or none; what does not exist, or is not to be seen, counts as gone.',
  method: 'DELETE',
  path: '/files/uploads/bulk',
  access: 'documents.add',
  body: z.object({
    ids: z.array(id).min(1, SELECT_ONE.sentence).max(MAX_RECYCLE_BIN_ROWS, SELECT_FEWER.sentence),
  }),
  result: z.object({ success: z.literal(true), deleted: z.int(), message: z.string() }),
  errors: [SELECT_ONE, SELECT_FEWER, PERMANENT_DELETE_FORBIDDEN, NOT_IN_THE_BIN],
})
