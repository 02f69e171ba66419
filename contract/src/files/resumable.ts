import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, moment } from '../fields.ts'
import { uploadErrors } from './upload-errors.ts'

// Uploads that resume after an interruption, by the open protocol tus 1.0 (https://tus.io/protocols/resumable-upload).

export const TUS_VERSION = '1.0.0'
const ANSWERED_IN = { 'tus-resumable': TUS_VERSION }
/** Maximum pieces of one upload: each costs a file, and a check against every other when they are combined. */
export const MAX_PIECES = 1000
/** Days that an unfinished upload can be resumed, and that the outcome of a stored or refused one is available. */
export const RESUMABLE_DAYS = 7
/** Maximum stored rejected uploads per person; the oldest are removed first. */
export const MAX_REFUSED = 1000
/** Maximum uploads that one call may request by their sender keys. */
export const MAX_SENDER_KEYS = 50

/** The sender's key of an upload: only characters that are safe in any header and URL. */
export const SENDER_KEY = /^[\w.:-]{1,100}$/

export const TUS_VERSION_UNKNOWN = defineError({
  code: 'resumable.version_unknown',
  status: 412,
  sentence: 'Please send Tus-Resumable: 1.0.0.',
})
export const RESUMABLE_NOT_FOUND = defineError({
  code: 'resumable.not_found',
  status: 404,
  sentence: 'There is no such unfinished upload. Please send the file again.',
})
export const RESUMABLE_ENDED = defineError({
  code: 'resumable.ended',
  status: 410,
  sentence: 'This upload was refused, or took longer than its days. Please send the file again.',
})
export const OFFSET_MISMATCH = defineError({
  code: 'resumable.offset_mismatch',
  status: 409,
  sentence: 'The upload offset does not match. Request the current offset.',
})
/** Another request has taken over the upload, or the upload has ended. */
export const TAKEN_OVER = defineError({
  code: 'resumable.taken_over',
  status: 409,
  sentence: 'The upload is going on elsewhere.',
})
export const ALREADY_STORED = defineError({
  code: 'resumable.stored_already',
  status: 409,
  sentence: 'The file is stored already. Please delete it in Documents.',
})
/** tus defines this status. */
export const CHECKSUM_MISMATCH = defineError({
  code: 'resumable.checksum_mismatch',
  status: 460,
  sentence: 'The bytes that arrived are not those that were sent. Please send them again.',
})
export const TUS_HEADER_INVALID = defineError({
  code: 'resumable.header_invalid',
  status: 400,
  sentence: 'The header {header} is missing or cannot be read.',
})
export const NO_BYTES = defineError({
  code: 'resumable.no_bytes',
  status: 415,
  sentence: 'Please send the bytes as application/offset+octet-stream.',
})
export const UPLOAD_TOO_LONG = defineError({
  code: 'resumable.more_than_said',
  status: 413,
  sentence: 'More bytes came than Upload-Length said.',
})
/** The sender reused a key for a different file or different metadata. */
export const OTHER_UPLOAD = defineError({
  code: 'resumable.other_upload',
  status: 409,
  sentence: 'This senderKey belongs to another upload. Please send this file under a new senderKey.',
})
/** The received bytes do not match the SHA-256 that the sender declared at the start of the upload. */
export const FILE_CHANGED = defineError({
  code: 'resumable.file_changed',
  status: 409,
  sentence:
    '{fileName}: the file has changed since its upload began, so it was not stored. Please send it again from the start.',
})
export const TOO_MANY_PIECES = defineError({
  code: 'resumable.too_many_pieces',
  status: 400,
  sentence: 'This upload came in too many pieces. Please remove it, and send the file again in larger ones.',
})
/** The tus extension `concatenation` is not supported. */
export const CONCATENATION_UNSUPPORTED = defineError({
  code: 'resumable.not_put_together',
  status: 400,
  sentence: 'Concatenated uploads are not supported. Send the file in one upload.',
})
export const TOO_MANY_UNFINISHED = defineError({
  code: 'resumable.too_many_unfinished',
  status: 429,
  sentence: 'You have too many unfinished uploads. Please finish or remove some of them first.',
})

/** Errors of the calls that send bytes of an upload, in addition to those of any upload. */
const transferErrors = [
  TUS_VERSION_UNKNOWN,
  TUS_HEADER_INVALID,
  NO_BYTES,
  UPLOAD_TOO_LONG,
  CONCATENATION_UNSUPPORTED,
  TOO_MANY_PIECES,
  FILE_CHANGED,
  CHECKSUM_MISMATCH,
  RESUMABLE_ENDED,
] as const

/** The server's state of one of the caller's uploads. */
export const resumableUpload = z.object({
  id: z.string(),
  /** The sender's key for it; null without one. */
  senderKey: z.string().nullable(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Bytes that need not be sent again. */
  received: z.int(),
  /** SHA-256 of the whole file in hexadecimal digits, as the sender declared it; null if they declared none. */
  declaredSha256: z.string().nullable(),
  state: z.enum(['unfinished', 'stored', 'refused']),
  categoryId: id,
  typeId: id,
  countyId: id.nullable(),
  description: z.string(),
  /** Party number of the owner that the document is linked to; null if the sender named none. */
  ownerNbr: id.nullable(),
  relationTypeId: id.nullable(),
  begunAt: moment,
  expiresAt: moment,
  /** Why it was rejected, as in the response to the call that sent its last byte. */
  refusal: z.object({ error: z.string(), code: z.string(), details: z.string().optional() }).nullable(),
  /** The document created from it; null also if that document has since been deleted permanently. */
  file: z
    .object({
      FileID: id,
      FileName: z.string(),
      /** When its last byte arrived. */
      UploadDate: moment,
      size: z.int(),
      /** SHA-256 of its bytes, in hexadecimal digits. */
      sha256: z.string(),
    })
    .nullable(),
})
export type ResumableUpload = z.output<typeof resumableUpload>

const uploadId = z.object({ uploadId: z.string().regex(/^[\da-f-]{36}$/, RESUMABLE_NOT_FOUND.sentence) })

export const tellTus = endpoint({
  summary:
    'What the portal understands of tus: Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm.',
  method: 'OPTIONS',
  path: '/files/resumable',
  access: 'public',
  headers: ANSWERED_IN,
  status: 204,
  result: z.unknown(),
  errors: [],
})

export const beginResumable = endpoint({
  summary:
    'tus creation, with the first bytes or without. Upload-Metadata names filename, attachmentCategoryID, attachmentTypeID, description, countyId, senderKey, and sha256 in hexadecimal digits: what is begun again under the same senderKey with the same metadata is the same upload, and with others it is 409; a file that is not the one of its sha256 is not stored. Who may edit documents names an owner too: ownerNbr, a party number, and relationTypeId. namedOwnerNbr names an owner of the county that the firm may link. corrects is the file id of an older document of the county that this one corrects.',
  method: 'POST',
  path: '/files/resumable',
  access: 'documents.add',
  headers: ANSWERED_IN,
  payload: 'bytes',
  status: 201,
  result: z.unknown(),
  errors: [...uploadErrors, OTHER_UPLOAD, ...transferErrors, TAKEN_OVER, TOO_MANY_UNFINISHED],
  fallback: 'One or more uploads failed.',
})

export const listResumable = endpoint({
  summary:
    "The caller's unfinished uploads, newest first, 1000 at most; or those that senderKeys names, whatever has become of them.",
  method: 'GET',
  path: '/files/resumable',
  access: 'documents.add',
  query: z.object({
    senderKeys: z
      .string('senderKeys may be given once only.')
      .transform((text) => text.split(',').filter(Boolean))
      .refine((keys) => keys.length <= MAX_SENDER_KEYS, `senderKeys may name at most ${MAX_SENDER_KEYS}.`)
      .refine((keys) => keys.every((key) => SENDER_KEY.test(key)), 'senderKeys names what is no key.')
      .optional(),
  }),
  result: z.object({ uploads: z.array(resumableUpload) }),
  errors: [],
  fallback: 'Your unfinished uploads could not be loaded.',
})

export const readResumable = endpoint({
  summary:
    'One upload of the caller, with Upload-Offset and Upload-Length; HEAD as tus asks. Whoever asks takes it over: a request that still brings bytes of it is cut off.',
  method: 'GET',
  path: '/files/resumable/:uploadId',
  access: 'documents.add',
  headers: ANSWERED_IN,
  takesHead: true,
  params: uploadId,
  result: resumableUpload,
  errors: [RESUMABLE_NOT_FOUND, RESUMABLE_ENDED, TUS_VERSION_UNKNOWN],
})

export const appendToResumable = endpoint({
  summary:
    'tus PATCH: the bytes from Upload-Offset on, with Upload-Checksum or without. The last byte makes the upload a document, and the answer names it in Portal-File-Id.',
  method: 'PATCH',
  path: '/files/resumable/:uploadId',
  access: 'documents.add',
  headers: ANSWERED_IN,
  payload: 'bytes',
  params: uploadId,
  status: 204,
  result: z.unknown(),
  errors: [...uploadErrors, ...transferErrors, OFFSET_MISMATCH, TAKEN_OVER, RESUMABLE_NOT_FOUND],
  fallback: 'One or more uploads failed.',
})

export const endResumable = endpoint({
  summary: 'tus termination: an unfinished upload and its bytes are removed.',
  method: 'DELETE',
  path: '/files/resumable/:uploadId',
  access: 'documents.add',
  headers: ANSWERED_IN,
  params: uploadId,
  status: 204,
  result: z.unknown(),
  errors: [RESUMABLE_NOT_FOUND, ALREADY_STORED, TUS_VERSION_UNKNOWN],
})
