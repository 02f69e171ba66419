import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, moment } from '../fields.ts'
import { CORRECTED_IS_NEWER, correctionErrors } from '../files/correction-errors.ts'
import { FILE_NOT_FOUND, IN_THE_BIN, OPEN_FORBIDDEN } from '../files/document-errors.ts'

// Which document corrects an older one. Both keep their bytes and their receipts.

/** Documents in one response, in each direction of the chain. */
export const MAX_CORRECTIONS = 50

export const CORRECT_FORBIDDEN = defineError({
  code: 'correction.not_allowed',
  status: 403,
  sentence: 'Only administrators, firm staff and the uploader may say what a file corrects.',
})
export const CORRECTS_ANOTHER = defineError({
  code: 'correction.corrects_another',
  status: 409,
  sentence: 'This file already corrects file {fileId}. Remove that correction first.',
})

const correctionFile = z.object({ FileID: id, FileName: z.string(), UploadDate: moment })
export type CorrectionFile = z.output<typeof correctionFile>

const corrections = z.object({
  file: correctionFile,
  /** The documents that it corrects, directly and through others: the nearest first. */
  older: z.array(correctionFile),
  /** Its corrections: the nearest first. */
  newer: z.array(correctionFile),
  /** Whether the caller may say what it corrects. */
  mayChange: z.boolean(),
})
export type Corrections = z.output<typeof corrections>

const params = z.object({ fileId })

export const getCorrections = endpoint({
  summary: `The corrections of a document, and the documents that it corrects, at most ${MAX_CORRECTIONS} each. A document in the recycle bin ends the chain.`,
  method: 'GET',
  path: '/files/uploads/:fileId/corrections',
  access: 'session',
  params,
  result: corrections,
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The corrections of this file could not be loaded.',
})

export const setCorrects = endpoint({
  summary:
    'Says which older document of the same county a document corrects. A document corrects one at most, and one at most corrects it. For the uploader, and for people who may edit it.',
  method: 'PUT',
  path: '/files/uploads/:fileId/corrects',
  access: 'session',
  params,
  body: z.object({ corrects: id }),
  result: corrections,
  errors: [
    FILE_NOT_FOUND,
    IN_THE_BIN,
    CORRECT_FORBIDDEN,
    CORRECTS_ANOTHER,
    CORRECTED_IS_NEWER,
    ...correctionErrors,
  ],
  fallback: 'The correction could not be saved.',
})

export const removeCorrects = endpoint({
  summary: 'Says that a document corrects no other one. Both documents stay as they are.',
  method: 'DELETE',
  path: '/files/uploads/:fileId/corrects',
  access: 'session',
  params,
  result: corrections,
  errors: [FILE_NOT_FOUND, IN_THE_BIN, CORRECT_FORBIDDEN],
  fallback: 'The correction could not be removed.',
})
