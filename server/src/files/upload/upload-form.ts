import { badRequest } from '../../http/errors.ts'
import { BrokenForm, type FormPart } from './form-parts.ts'
import { SenderGone } from '../../http/incoming-bytes.ts'

const FIELDS = ['attachmentCategoryID', 'attachmentTypeID', 'description', 'countyId'] as const
export type UploadFields = Partial<Record<(typeof FIELDS)[number], string>>

/** Bytes; a description of 1000 characters with room for white space around it. */
const LONGEST_FIELD = 65_536
/** Names that would reach an object's prototype. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

export type UploadForm<F> = { fields: UploadFields; file: F | null }

/**
 * Reads the form of one upload: the file goes to `receive` as it arrives, the fields may stand on either side of it.
 * Without a chosen file `file` is null. Unknown fields have no effect. Throws 400 for everything that is no such form.
 */
export async function readUploadForm<F>(
  parts: AsyncIterable<FormPart>,
  receive: (fileName: string, bytes: AsyncIterable<Buffer>) => Promise<F>,
): Promise<UploadForm<F>> {
  const fields: UploadFields = {}
  let file: F | null = null
  for await (const { header, bytes } of parts) {
    if (header.fileName) {
      if (header.name !== 'file') throw badRequest(`Please send the file in the field 'file'.`)
      if (file !== null) throw badRequest('Please send one file at a time.')
      file = await receive(header.fileName, bytes)
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
  if (FORBIDDEN_NAMES.has(part.name)) throw badRequest(`A field cannot be named '${part.name}'.`)
  const value = await readText(part)
  const name = FIELDS.find((known) => known === part.name)
  if (!name) return
  if (fields[name] !== undefined) throw badRequest(`The field '${name}' may be given once only.`)
  fields[name] = value
}

async function readText({ name, bytes }: { name: string; bytes: AsyncIterable<Buffer> }): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > LONGEST_FIELD) throw badRequest(`The field '${name.slice(0, 64)}' is too long.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const INCOMPLETE = 'The upload arrived incomplete. Please try again.'

/** What a broken form or a broken connection is to the one who sent it. */
export function toFormFailure(error: unknown): unknown {
  if (error instanceof SenderGone) return badRequest(INCOMPLETE)
  if (!(error instanceof BrokenForm)) return error
  return badRequest(error.isCut ? INCOMPLETE : `The upload could not be read. ${error.message}`)
}
