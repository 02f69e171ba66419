import { MAX_OCR_PAGES, MAX_PAGES, TextBudget, UnreadableFile, type FileText } from './file-text.ts'
import { packPage, type PackedPage } from './packed-page.ts'
import { openPdf, UnreadablePdf, type PdfDocument } from './pdf-document.ts'
import type { ReadOptions } from './read-options.ts'

/** A page with fewer letters and mostly images is a scan. */
const FEW_LETTERS = 20
const MOSTLY_IMAGE = 0.5

/** The text of a PDF. Pages of a scan are named, not read. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<FileText> {
  const pdf = await open(bytes)
  try {
    return readPages(pdf, options)
  } finally {
    pdf.close()
  }
}

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await openPdf(bytes)
  } catch (error) {
    throw error instanceof UnreadablePdf ? new UnreadableFile(error.reason) : error
  }
}

function readPages(pdf: PdfDocument, { isReduced, maxPages, isLate }: ReadOptions): FileText {
  const budget = new TextBudget()
  const pages: PackedPage[] = []
  const scans: number[] = []
  let skippedScans = 0
  const last = Math.min(pdf.pageCount, maxPages, MAX_PAGES)
  for (let page = 0; page < last && budget.left > 0 && !isLate(); page++) {
    const found = pdf.readText(page, { hasBoxes: !isReduced, maxCharacters: budget.left })
    pages.push(found ? budget.take(packPage(found)) : { text: '', boxes: '' })
    const letters = lettersOf(found?.text ?? '')
    // The second attempt looks at no images, so a page without letters counts as a scan.
    const isScan = isReduced ? letters === 0 : letters < FEW_LETTERS && pdf.imageShare(page) > MOSTLY_IMAGE
    if (isScan && !isReduced && scans.length < MAX_OCR_PAGES) scans.push(page)
    else if (isScan) skippedScans += 1
  }
  return { pageCount: pdf.pageCount, pages, scans, skippedScans }
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}
