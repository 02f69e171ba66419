import { z } from 'zod'
import { FILE_NOT_FOUND, OPEN_FORBIDDEN } from './document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, moment } from '../fields.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'

// Duplicates are documents with the same bytes. Only a person can decide whether a second one is a mistake.

/** Maximum files per call, looked up by the hashes of their bytes. */
export const MAX_HASHES = 200
/** Maximum duplicates listed per file, newest first; the count covers all of them. */
export const MAX_DUPLICATES_LISTED = 5

export const HASHES_INVALID = defineError({
  code: 'twins.hashes_invalid',
  status: 400,
  sentence: `Please ask for 1 to ${MAX_HASHES} files at a time, by the SHA-256 of each in hexadecimal digits.`,
})

/** A document with the same bytes as another file. */
const duplicate = z.object({
  FileID: id,
  FileName: z.string(),
  UploadDate: moment,
  UploadedBy: z.string(),
  CountyName: z.string().nullable(),
  /** Only for a document in the recycle bin, and only for callers who may restore it. */
  isInBin: z.literal(true).optional(),
})
export type Duplicate = z.output<typeof duplicate>

const duplicates = z.object({ total: z.int(), files: z.array(duplicate) })
export type Duplicates = z.output<typeof duplicates>

const hash = z
  .string(HASHES_INVALID.sentence)
  .toLowerCase()
  .regex(/^[\da-f]{64}$/, HASHES_INVALID.sentence)

export const findTwins = endpoint({
  isRead: true,
  summary:
    'Of files that are not sent yet, by their hashes: the documents with the same bytes that the caller may see, in one county or in all that they see. Files without one are not in the answer.',
  method: 'POST',
  path: '/files/twins',
  access: 'session',
  body: z.object({
    /** SHA-256 of the bytes, in hexadecimal digits. */
    hashes: z
      .array(hash, HASHES_INVALID.sentence)
      .min(1, HASHES_INVALID.sentence)
      .max(MAX_HASHES, HASHES_INVALID.sentence),
    countyId: id.nullable().optional(),
  }),
  result: z.object({ twins: z.array(duplicates.extend({ sha256: z.string() })) }),
  errors: [HASHES_INVALID, OTHER_COUNTY],
})

export const listTwins = endpoint({
  summary: 'The other documents with the same bytes as this one, as far as the caller may see them.',
  method: 'GET',
  path: '/files/uploads/:fileId/twins',
  access: 'session',
  params: z.object({ fileId }),
  result: duplicates,
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
})
