import { ACCEPTED_EXTENSIONS, type Extension } from '@portal/contract/limits.ts'
import {
  CONTENT_INVALID,
  FILE_EMPTY,
  FILE_PROTECTED,
  NOT_ACCEPTED,
} from '@portal/contract/files/upload-errors.ts'
import { failure, type PortalError } from '../../../engines/http/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { inspectEml } from './eml.ts'
import type { Finding } from './finding.ts'
import { inspectJpg, inspectPng, inspectTif } from './images.ts'
import { TooScattered } from './in-pages.ts'
import { inspectDoc, inspectXls } from './ole.ts'
import { inspectDocx, inspectXlsx } from './ooxml.ts'
import { inspectPdf } from './pdf.ts'

export type { ByteSource } from './byte-source.ts'

/** `contentType` is what the document is stored and served as. */
export type KindVerdict =
  | { ok: true; extension: Extension; contentType: string }
  | { ok: false; refusal: PortalError }

type Kind = { contentType: string; inspect(document: ByteSource): Promise<Finding> }

const JPG: Kind = { contentType: 'image/jpeg', inspect: inspectJpg }
const TIF: Kind = { contentType: 'image/tiff', inspect: inspectTif }

const KINDS: Record<Extension, Kind> = {
  pdf: { contentType: 'application/pdf', inspect: inspectPdf },
  png: { contentType: 'image/png', inspect: inspectPng },
  jpg: JPG,
  jpeg: JPG,
  tif: TIF,
  tiff: TIF,
  doc: { contentType: 'application/msword', inspect: inspectDoc },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    inspect: inspectDocx,
  },
  xls: { contentType: 'application/vnd.ms-excel', inspect: inspectXls },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    inspect: inspectXlsx,
  },
  eml: { contentType: 'message/rfc822', inspect: inspectEml },
}

/**
 * Whether a document is of the kind that its name claims, told by what its bytes are. Macros, passwords on a PDF or an
 * old Office file, and damage behind a sound beginning are accepted: the portal keeps evidence, it does not judge it.
 * Reads short ranges of `bytes`, a mail once through, and rejects only with the errors of `bytes`.
 */
export async function checkKind(fileName: string, bytes: ByteSource): Promise<KindVerdict> {
  const extension = acceptedExtension(fileName)
  if (extension === null) return refused(failure(NOT_ACCEPTED, { values: { fileName } }))
  if (bytes.size === 0) return refused(failure(FILE_EMPTY, { values: { fileName } }))
  const kind = KINDS[extension]
  const finding = await inspect(kind, bytes)
  if (finding === 'valid') return { ok: true, extension, contentType: kind.contentType }
  return refused(
    finding === 'protected'
      ? failure(FILE_PROTECTED, { values: { fileName } })
      : failure(CONTENT_INVALID, { values: { fileName, extension } }),
  )
}

function refused(refusal: PortalError): KindVerdict {
  return { ok: false, refusal }
}

/** The extension after the last dot, in lower case, where the portal accepts it: known before the first byte is read. */
export function acceptedExtension(fileName: string): Extension | null {
  const dot = fileName.lastIndexOf('.')
  if (dot === -1) return null
  const extension = fileName.slice(dot + 1).toLowerCase()
  return ACCEPTED_EXTENSIONS.find((accepted) => accepted === extension) ?? null
}

async function inspect(kind: Kind, bytes: ByteSource): Promise<Finding> {
  try {
    return await kind.inspect(bytes)
  } catch (error) {
    if (error instanceof TooScattered) return 'invalid'
    throw error
  }
}
