import {
  FIELD_NOT_ALLOWED,
  FIELD_REPEATED,
  FIELD_TOO_LONG,
  NO_FILE_FIELD,
  SEVERAL_FILES,
  UPLOAD_INCOMPLETE,
  UPLOAD_UNREADABLE,
} from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../../engines/http/errors.ts'
import { SenderGone } from '../../../../engines/http/incoming-bytes.ts'
import { BrokenForm, type FormPart } from './form-parts.ts'

const FIELDS = [
  'attachmentCategoryID',
  'attachmentTypeID',
  'description',
  'countyId',
  'ownerNbr',
  'relationTypeId',
  'senderKey',
  'sha256',
  'namedOwnerNbr',
  'corrects',
] as const

/** The text fields of a form. */
export type UploadFields = Partial<Record<(typeof FIELDS)[number], string>>

/** Room for a 1000-character description with white space around it. */
const LONGEST_FIELD_BYTES = 65_536
/** Names that would reach an object's prototype. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

export type UploadForm<F> = { fields: UploadFields; file: F | null }

/**
 * Reads the form of one upload. Passes the file to `receive` as it arrives, with the fields before it; more fields may
 * follow. `file` is null if no file was chosen. Unknown fields have no effect.
 * @throws PortalError 400 for any other form; BrokenForm, and the errors of `receive`.
 */
export async function readUploadForm<F>(
  parts: AsyncIterable<FormPart>,
  receive: (
    fileName: string,
    bytes: AsyncIterable<Buffer>,
    fieldsBefore: Readonly<UploadFields>,
  ) => Promise<F>,
): Promise<UploadForm<F>> {
  const fields: UploadFields = {}
  let file: F | null = null
  for await (const { header, bytes } of parts) {
    if (header.fileName) {
      if (header.name !== 'file') throw failure(NO_FILE_FIELD)
      if (file !== null) throw failure(SEVERAL_FILES)
      file = await receive(header.fileName, bytes, fields)
    } else {
      await readField({ name: header.name, bytes }, fields)
    }
  }
  return { fields, file }
}

async function readField(
  part: { name: string; bytes: AsyncIterable<Buffer> },
  fields: UploadFields,
): Promise<void> {
  if (FORBIDDEN_NAMES.has(part.name)) throw failure(FIELD_NOT_ALLOWED, { values: { name: part.name } })
  const value = await readText(part)
  const name = FIELDS.find((known) => known === part.name)
  if (!name) return
  if (fields[name] !== undefined) throw failure(FIELD_REPEATED, { values: { name } })
  fields[name] = value
}

async function readText({ name, bytes }: { name: string; bytes: AsyncIterable<Buffer> }): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > LONGEST_FIELD_BYTES) {
      throw failure(FIELD_TOO_LONG, { values: { name: name.slice(0, 64) } })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Converts the error of a broken form or a lost connection into the error for the sender. */
export function toFormFailure(error: unknown): unknown {
  if (error instanceof SenderGone) return failure(UPLOAD_INCOMPLETE)
  if (!(error instanceof BrokenForm)) return error
  return error.isCut
    ? failure(UPLOAD_INCOMPLETE)
    : failure(UPLOAD_UNREADABLE, { values: { reason: error.message } })
}
