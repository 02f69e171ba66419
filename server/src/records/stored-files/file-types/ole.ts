import type { ByteSource } from './byte-source.ts'
import { openCompoundFile } from './compound-file.ts'
import type { Finding } from './finding.ts'
import { inPages } from './in-pages.ts'

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export async function startsAsOle(document: ByteSource): Promise<boolean> {
  return (await document.read(0, OLE_SIGNATURE.length)).equals(OLE_SIGNATURE)
}

export function inspectDoc(document: ByteSource): Promise<Finding> {
  return inspectOle(inPages(document), ['worddocument'])
}

/** Excel 5 and 95 name the stream Book, later ones Workbook. */
export function inspectXls(document: ByteSource): Promise<Finding> {
  return inspectOle(inPages(document), ['workbook', 'book'])
}

/** Whether an OLE file wraps an encrypted package, as Office saves .docx and .xlsx under a password (MS-OFFCRYPTO). */
export async function isEncryptedPackage(document: ByteSource): Promise<boolean> {
  return (await rootStreams(document)).has('encryptedpackage')
}

async function inspectOle(document: ByteSource, accepted: readonly string[]): Promise<Finding> {
  if (!(await startsAsOle(document))) return 'invalid'
  const streams = await rootStreams(document)
  if (accepted.some((name) => streams.has(name))) return 'valid'
  return streams.has('encryptedpackage') ? 'protected' : 'invalid'
}

/** Only the root counts: a stream further down belongs to an embedded object. Names in lower case. */
async function rootStreams(document: ByteSource): Promise<Set<string>> {
  const file = await openCompoundFile(document)
  const names = (await file?.rootStreamNames()) ?? []
  return new Set(names.map((name) => name.toLowerCase()))
}
