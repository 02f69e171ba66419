import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FILE_NOT_FOUND } from './error.ts'
import { done, id, moment, pathId } from './fields.ts'
import { RECYCLE_BIN_SHOWN } from './limits.ts'

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

export const NOT_IN_THE_BIN = 'This file is not in the recycle bin.'
export const NOT_YOURS_TO_RESTORE = 'Unauthorized to restore this file.'
export const NOT_YOURS_TO_DELETE_FOR_GOOD = 'Unauthorized to permanently delete this file.'
export const MANY_DELETED_FOR_GOOD = 'Selected files deleted permanently.'
const SELECT_ONE = 'Please select at least one file.'
const SELECT_FEWER = `Please select at most ${RECYCLE_BIN_SHOWN} files.`

const fileParams = z.object({ fileId: pathId('The file id') })
const gone = { status: 404, error: FILE_NOT_FOUND } as const
const notInTheBin = { status: 409, error: NOT_IN_THE_BIN } as const

export const listDeletedFiles = endpoint({
  name: 'listDeletedFiles',
  summary: 'What the caller may restore, newest deletion first, the newest 1000, with the true total.',
  method: 'GET',
  path: '/files/uploads/recyclebin',
  access: 'session',
  answer: z.object({ files: z.array(deletedFile), total: z.int() }),
  errors: [],
  fallback: 'Failed to load deleted files.',
})

export const restoreFile = endpoint({
  name: 'restoreFile',
  summary: 'Takes a file out of the recycle bin.',
  method: 'PATCH',
  path: '/files/uploads/:fileId/restore',
  access: 'session',
  params: fileParams,
  answer: done,
  errors: [{ status: 403, error: NOT_YOURS_TO_RESTORE }, gone, notInTheBin],
  fallback: 'Failed to restore file.',
})

export const deletePermanently = endpoint({
  name: 'deletePermanently',
  summary: 'Deletes a file of the recycle bin for good.',
  method: 'DELETE',
  path: '/files/uploads/:fileId/permanent',
  access: 'session',
  params: fileParams,
  answer: done,
  errors: [{ status: 403, error: NOT_YOURS_TO_DELETE_FOR_GOOD }, gone, notInTheBin],
  fallback: 'Failed to permanently delete file.',
})

export const deleteManyPermanently = endpoint({
  name: 'deleteManyPermanently',
  summary:
    'Deletes files of the recycle bin for good, all or none; what does not exist, or is not to be seen, counts as gone.',
  method: 'DELETE',
  path: '/files/uploads/bulk',
  access: 'session',
  body: z.object({ ids: z.array(id).min(1, SELECT_ONE).max(RECYCLE_BIN_SHOWN, SELECT_FEWER) }),
  answer: z.object({ success: z.literal(true), deleted: z.int(), message: z.string() }),
  errors: [
    { status: 400, error: SELECT_ONE },
    { status: 400, error: SELECT_FEWER },
    { status: 403, error: NOT_YOURS_TO_DELETE_FOR_GOOD },
    notInTheBin,
  ],
})
