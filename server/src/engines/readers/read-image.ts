import { MAX_OCR_PAGES, UnreadableFile, type FileText } from './file-text.ts'
import { openImage } from './images.ts'

/** A TIFF of 300,000 tiny pages takes seconds for each page, because all pages before it are counted again. */
const MAX_PAGES = 10_000

/** An image has no text of its own: OCR reads each of its pages. */
export async function readImage(bytes: Buffer): Promise<FileText> {
  const pageCount = await countPages(bytes)
  if (pageCount > MAX_PAGES) throw new UnreadableFile('too-large')
  const scans = Array.from({ length: Math.min(pageCount, MAX_OCR_PAGES) }, (_, page) => page)
  return { pageCount, pages: [], scans, skippedScans: pageCount - scans.length }
}

async function countPages(bytes: Buffer): Promise<number> {
  try {
    const { pages = 1 } = await openImage(bytes).metadata()
    return pages
  } catch (error) {
    throw new UnreadableFile(String(error).includes('pixel limit') ? 'too-large' : 'damaged')
  }
}
