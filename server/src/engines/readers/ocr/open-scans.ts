import { openImage } from '../images.ts'
import { openPdf } from '../pdf-document.ts'
import { grayOf, toGray, type GrayImage } from './gray-image.ts'
import { OCR_DPI } from './read-scanned-page.ts'

/** Pages of a file as images for OCR. */
export type Scans = {
  /** Null for a page that cannot be drawn. Pages count from 0. */
  imageOf(page: number): Promise<GrayImage | null>
}

/** Pixels of the longer side: 14 inches at 200 dpi. A longer page is drawn smaller. */
const LONGEST = 2800
const POINTS_PER_INCH = 72

export async function openScans(bytes: Buffer, kind: 'pdf' | 'image'): Promise<Scans> {
  return kind === 'pdf' ? scansOfPdf(bytes) : scansOfImage(bytes)
}

async function scansOfPdf(bytes: Buffer): Promise<Scans> {
  const pdf = await openPdf(bytes)
  return {
    async imageOf(page) {
      const size = pdf.pageSize(page)
      if (size === null) return null
      const longest = Math.round((Math.max(size.width, size.height) * OCR_DPI) / POINTS_PER_INCH)
      const bitmap = pdf.draw(page, Math.min(LONGEST, Math.max(1, longest)))
      return bitmap && grayOf(bitmap)
    },
  }
}

function scansOfImage(bytes: Buffer): Scans {
  return {
    async imageOf(page) {
      try {
        const fit = { fit: 'inside', withoutEnlargement: true } as const
        return await toGray(openImage(bytes, page).resize(LONGEST, LONGEST, fit))
      } catch {
        return null
      }
    },
  }
}
