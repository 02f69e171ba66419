import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import type { Extension } from '@portal/contract/limits.ts'
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
import { TooScattered, inPages } from './in-pages.ts'
import { isWhereItSays, readZipDirectory } from './zip-directory.ts'
import { openCompoundFile } from './compound-file.ts'

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Readers look for the header in the first 1024 bytes, because mail gateways and scanners do put bytes before it. */
const HEADER_WINDOW_BYTES = 1024

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')

/** Office on the web numbers the main part (document2.xml). Names in lower case. */
const WORD_MAIN_PART = /^word\/document\d*\.xml$/

const EXCEL_MAIN_PART = /^xl\/workbook\d*\.xml$/

export type { ByteSource } from './byte-source.ts'

/** `contentType` is the type under which the document is stored and served. */
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
 * Checks by its bytes whether a document is of the type that its name claims. Macros, passwords on a PDF or an old
 * Office file, and damage after a valid beginning are accepted: the portal stores evidence and does not judge it. Reads
 * short ranges of `bytes`, or all of a mail once, and throws only the errors of `bytes`.
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

async function inspect(kind: Kind, bytes: ByteSource): Promise<Finding> {
  try {
    return await kind.inspect(bytes)
  } catch (error) {
    if (error instanceof TooScattered) return 'invalid'
    throw error
  }
}

function inspectDocx(document: ByteSource): Promise<Finding> {
  return inspectPackage(inPages(document), WORD_MAIN_PART, EXCEL_MAIN_PART)
}

function inspectXlsx(document: ByteSource): Promise<Finding> {
  return inspectPackage(inPages(document), EXCEL_MAIN_PART, WORD_MAIN_PART)
}

/** The zip must begin at the first byte, because a file that begins differently is of another type. */
async function inspectPackage(document: ByteSource, wanted: RegExp, foreign: RegExp): Promise<Finding> {
  if (await startsAsOle(document)) return (await isEncryptedPackage(document)) ? 'protected' : 'invalid'
  const head = await document.read(0, LOCAL_HEADER.length)
  if (!head.equals(LOCAL_HEADER)) return 'invalid'
  const entries = await readZipDirectory(document)
  const mainPart = entries?.find((entry) => wanted.test(entry.name))
  if (mainPart === undefined || entries?.some((entry) => foreign.test(entry.name))) return 'invalid'
  if (!(await isWhereItSays(document, mainPart))) return 'invalid'
  return mainPart.isEncrypted ? 'protected' : 'valid'
}

async function inspectPdf(document: ByteSource): Promise<Finding> {
  const head = await document.read(0, HEADER_WINDOW_BYTES)
  return head.includes('%PDF-') ? 'valid' : 'invalid'
}

async function startsAsOle(document: ByteSource): Promise<boolean> {
  return (await document.read(0, OLE_SIGNATURE.length)).equals(OLE_SIGNATURE)
}

function inspectDoc(document: ByteSource): Promise<Finding> {
  return inspectOle(inPages(document), ['worddocument'])
}

/** Excel 5 and 95 name the stream Book, later versions Workbook. */
function inspectXls(document: ByteSource): Promise<Finding> {
  return inspectOle(inPages(document), ['workbook', 'book'])
}

/** Whether an OLE file wraps an encrypted package, the format of .docx and .xlsx with a password (MS-OFFCRYPTO). */
async function isEncryptedPackage(document: ByteSource): Promise<boolean> {
  return (await rootStreams(document)).has('encryptedpackage')
}

async function inspectOle(document: ByteSource, accepted: readonly string[]): Promise<Finding> {
  if (!(await startsAsOle(document))) return 'invalid'
  const streams = await rootStreams(document)
  if (accepted.some((name) => streams.has(name))) return 'valid'
  return streams.has('encryptedpackage') ? 'protected' : 'invalid'
}

/** Returns names in lower case. Only the root counts: deeper streams belong to embedded objects. */
async function rootStreams(document: ByteSource): Promise<Set<string>> {
  const file = await openCompoundFile(document)
  const names = (await file?.rootStreamNames()) ?? []
  return new Set(names.map((name) => name.toLowerCase()))
}
