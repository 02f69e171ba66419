import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { id, moment, queryChoice, queryText } from '../fields.ts'

// The files of the drop folder that need a person, for administrators, and those that a person marked as done.

export const DROPPED_FILE_LISTS = ['open', 'done'] as const
export type DroppedFileList = (typeof DROPPED_FILE_LISTS)[number]

const LONGEST_PLACE = 100

export const DROPPED_FILE_NOT_FOUND = defineError({
  code: 'drop_folder.not_found',
  status: 404,
  sentence: 'There is no such file in the list of the drop folder.',
})

export const DROPPED_FILE_CHANGED = defineError({
  code: 'drop_folder.changed',
  status: 409,
  sentence: 'This file has changed or was marked as done in the meantime. Look at it again in the list.',
})

export const droppedFile = z.object({
  droppedFileID: z.string(),
  countyID: id,
  countyName: z.string(),
  fileName: z.string(),
  /** Whether the portal refused it, or it changed after the portal filed it. */
  state: z.enum(['refused', 'changed']),
  /** When the portal took the refused file, or saw its last change. *Done* returns it. */
  at: moment,
  /** Why it was refused; null for a changed file. */
  reason: z.string().nullable(),
  /** The document of a changed file; null for a refused one. */
  fileID: id.nullable(),
  /** When it was marked as done; null while it is open. */
  doneAt: moment.nullable(),
  /** Who marked it; null if an upgrade of the portal did. */
  doneBy: z.string().nullable(),
})
export type DroppedFile = z.output<typeof droppedFile>

export const listDroppedFiles = endpoint({
  summary:
    'A page of 50 files of the drop folder that were refused or changed after filing, the newest first; with `state=done` those that a person marked as done. `next` leads to the page behind it (`after`).',
  method: 'GET',
  path: '/drop-folder/files',
  access: 'portal.manage',
  query: z.object({
    state: queryChoice('state', DROPPED_FILE_LISTS),
    after: queryText('after', LONGEST_PLACE),
  }),
  result: z.object({
    /** Whether the portal reads a drop folder at all. */
    isSetUp: z.boolean(),
    /** How many files are open, at most 1000. */
    open: z.int(),
    files: z.array(droppedFile),
    next: z.string().nullable(),
  }),
  errors: [],
  fallback: 'The files of the drop folder could not be loaded.',
})

export const exportDroppedFiles = endpoint({
  summary:
    'The files of the drop folder that are open, or done, in the order of the list, as CSV or XLSX, as they are at one moment. It is recorded.',
  method: 'GET',
  path: '/drop-folder/export',
  access: 'portal.manage',
  payload: 'document',
  query: z.object({ state: queryChoice('state', DROPPED_FILE_LISTS), ...exportFormat }),
  result: z.unknown(),
  errors: [EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})

const params = z.object({ droppedFileId: z.uuid(DROPPED_FILE_NOT_FOUND.sentence) })

export const markDroppedFileDone = endpoint({
  summary:
    'Marks a refused or changed file of the drop folder as done. It leaves the list and the count. `at` is the `at` of the file that the caller saw. A second call of the same person changes nothing.',
  method: 'POST',
  path: '/drop-folder/files/:droppedFileId/done',
  access: 'portal.manage',
  params,
  body: z.object({ at: z.iso.datetime({ error: DROPPED_FILE_CHANGED.sentence }) }),
  result: droppedFile,
  errors: [DROPPED_FILE_NOT_FOUND, DROPPED_FILE_CHANGED],
  fallback: 'Failed to mark the file as done.',
})

export const reopenDroppedFile = endpoint({
  summary:
    'Takes the mark of a file of the drop folder back: it is open again, in the list and the count. A second call changes nothing.',
  method: 'DELETE',
  path: '/drop-folder/files/:droppedFileId/done',
  access: 'portal.manage',
  params,
  result: droppedFile,
  errors: [DROPPED_FILE_NOT_FOUND],
  fallback: 'Failed to open the file again.',
})
