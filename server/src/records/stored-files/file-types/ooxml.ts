import type { ByteSource } from './byte-source.ts'
import type { Finding } from './finding.ts'
import { inPages } from './in-pages.ts'
import { isEncryptedPackage, startsAsOle } from './ole.ts'
import { isWhereItSays, readZipDirectory } from './zip-directory.ts'

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')

/** Office on the web numbers the main part (document2.xml). Names in lower case. */
const WORD_MAIN_PART = /^word\/document\d*\.xml$/
const EXCEL_MAIN_PART = /^xl\/workbook\d*\.xml$/

export function inspectDocx(document: ByteSource): Promise<Finding> {
  return inspectPackage(inPages(document), WORD_MAIN_PART, EXCEL_MAIN_PART)
}

export function inspectXlsx(document: ByteSource): Promise<Finding> {
  return inspectPackage(inPages(document), EXCEL_MAIN_PART, WORD_MAIN_PART)
}

/** The zip must begin at the first byte: what begins as something else is something else. */
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
