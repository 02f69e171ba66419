import { MAX_OCR_PAGES, UnreadableFile, type FileText } from './file-text.ts'
import { openImage } from './images.ts'

/** An image has no text of its own: OCR reads each of its pages. */
export async function readImage(bytes: Buffer): Promise<FileText> {
  const pageCount = await countPages(bytes)
  const scans = Array.from({ length: Math.min(pageCount, MAX_OCR_PAGES) }, (_, page) => page)
  return { pageCount, pages: [], scans }
}

async function countPages(bytes: Buffer): Promise<number> {
  try {
    const { pages = 1 } = await openImage(bytes).metadata()
    return pages
  } catch (error) {
    throw new UnreadableFile(String(error).includes('pixel limit') ? 'too-large' : 'damaged')
  }
}
