import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackPage } from '../../engines/readers/packed-page.ts'
import { madePdfOfScans, madeScan } from '../../testing/made-scan.ts'
import { madePdf } from '../../testing/made-pdf.ts'
import { tiffOfTinyPages } from '../../testing/made-tiff.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { readFoundText } from './read-found-text.ts'
import { readScans, type Reading } from './read-scans.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(fileName: string, bytes: Buffer, patience: Pick<Reading, 'documentCpuMs'> = {}) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  const ending = new AbortController().signal
  const reading = { path, ending, waitForCalm: async () => {}, ...patience }
  return readFoundText({ fileName, byteSize: bytes.length }, reading)
}

async function pagesOf(fileName: string, bytes: Buffer): Promise<string[]> {
  const outcome = await read(fileName, bytes)
  if (outcome.kind !== 'text') throw new Error(outcome.reason)
  return outcome.pages.map(({ text }) => text)
}

const LETTER = `RENDITION OF TAXABLE PROPERTY 2026
Owner: Hernández Ranch LLC, account R-000123, parcel 4512-0033-00
Total market value $12,345.67 as of January 1. La declaración del señor Muñoz.
The undersigned declares that the property listed here was owned or managed
on the first day of the year, and that the schedule is complete and correct.`
const WORDS = LETTER.split(/\s+/)

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** How many words of the letter a text has. Accents do not count. */
function wordsIn(text: string): number {
  const found = new Set(plain(text).split(/\s+/))
  return WORDS.filter((word) => found.has(plain(word))).length
}

test('R14.2 OCR reads the scanned pages of a PDF between typed ones, straight, skewed and upside down', async () => {
  const scans = [await madeScan(LETTER, { degrees: 4 }), await madeScan(LETTER, { degrees: 180 })]
  const outcome = await read('scans.pdf', await madePdfOfScans(scans))
  if (outcome.kind !== 'text') throw new Error(outcome.reason)
  expect(outcome).toMatchObject({ pageCount: 2, ocrPages: 2, attempts: 0 })
  for (const { text } of outcome.pages) expect(wordsIn(text)).toBeGreaterThanOrEqual(WORDS.length - 2)
  const [skewed, turned] = outcome.pages.map(unpackPage)
  // The first word is at the left top, or right bottom, of the page as people see it.
  expect(skewed?.words[0]?.box[1]).toBeLessThan(200)
  expect(turned?.words[0]?.box[1]).toBeGreaterThan(800)
})

test('R14.2 a typed page is read without OCR', async () => {
  const outcome = await read('typed.pdf', await madePdf({ pages: [LETTER] }))
  expect(outcome).toMatchObject({ kind: 'text', ocrPages: 0 })
})

test('R14.2 each page of a TIFF is read by OCR', async () => {
  const pages = [await madeScan('First page of the schedule'), await madeScan('Second page of the schedule')]
  const tiff = await sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  const [first, second] = await pagesOf('pages.tiff', tiff)
  expect(first).toContain('First page')
  expect(second).toContain('Second page')
})

test('R14.17 OCR of a document ends at its processor time, and keeps the pages that it read', async () => {
  const scans = await Promise.all(Array.from({ length: 12 }, () => madeScan('One line of text')))
  const tiff = await sharp(scans, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, tiff)
  const ending = new AbortController().signal
  const found = await readScans(
    'image',
    scans.map((_scan, page) => page),
    { path, ending, waitForCalm: async () => {}, documentCpuMs: 1 },
  )
  expect([...found.texts.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(found.problem).toBe('took-too-long')
})

test('R14.20 a document says how many pages OCR had no time for, with those beyond the first 200', async () => {
  const blank = await read('blank.tif', tiffOfTinyPages(220), { documentCpuMs: 1 })
  expect(blank).toMatchObject({ kind: 'text', pageCount: 220, ocrPages: 10, unreadPages: 210 })
  const scans = await madePdfOfScans([await madeScan('One line of text'), await madeScan('One line of text')])
  expect(await read('scans.pdf', scans, { documentCpuMs: 0 })).toMatchObject({
    pageCount: 2,
    ocrPages: 0,
    unreadPages: 2,
  })
  expect(await read('whole.pdf', await madePdf({ pages: [LETTER, ''] }))).toMatchObject({ unreadPages: 0 })
})

test('R14.20 pages behind the last one that a reader reads are unread', async () => {
  const pages = Array.from({ length: 2003 }, () => 'One line of text')
  expect(await read('many.pdf', await madePdf({ pages }))).toMatchObject({ pageCount: 2003, unreadPages: 3 })
})

test('R14.17 OCR of a document ends with the first pages that take too long', async () => {
  const tiff = tiffOfTinyPages(40)
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, tiff)
  let children = 0
  const waitForCalm = async () => void (children += 1)
  const ending = new AbortController().signal
  const found = await readScans(
    'image',
    Array.from({ length: 40 }, (_page, at) => at),
    { path, ending, waitForCalm, timeShare: 0.0001 },
  )
  expect(found).toEqual({ texts: new Map(), problem: 'took-too-long' })
  expect(children).toBe(1)
})

test('R14.18 a TIFF of more pages than any filing has is too large', async () => {
  expect(await read('pages.tif', tiffOfTinyPages(10_001))).toMatchObject({
    kind: 'unreadable',
    reason: 'too-large',
  })
})

test.each(['doc', 'docx', 'xls', 'xlsx', 'eml', 'pdf'] as const)(
  'R14.3 the text of a file is read: %s',
  async (kind) => {
    const [text] = await pagesOf(`sample.${kind}`, SAMPLE_FILES[kind])
    expect(text?.length).toBeGreaterThan(20)
  },
)
