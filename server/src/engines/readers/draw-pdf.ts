import sharp from 'sharp'
import type { FileBytes } from '../workers/file-bytes.ts'
import {
  boundedText,
  MAX_DRAWN_PAGES,
  MAX_DRAWN_PIXELS,
  UnreadablePage,
  type DrawnFile,
  type DrawnPages,
} from './drawn-file.ts'
import { openPdfInParts, type PageBitmap, type PdfDocument, type PageSize } from './pdf-document.ts'

/** Points of US Letter, for a page whose size is not known. */
const LETTER: PageSize = { width: 612, height: 792 }
/** Milliseconds for the sizes of pages, because people wait for the first one. The rest gets the size of the first page. */
const SIZES_MS = 100
/** A page with less of it in images is text. */
const TEXT_IMAGE_SHARE = 0.02
/** Pixels looked at for color. */
const SAMPLES = 20_000
/** Red, green and blue of a grey pixel differ by less. */
const GREY = 16

/** @throws UnreadablePdf */
export async function openDrawnPdf(bytes: FileBytes): Promise<DrawnFile> {
  const pdf = await openPdfInParts(bytes)
  return {
    pages: async () => pagesOf(pdf),
    async draw(page, width) {
      const bitmap = pdf.draw(page, longestSide(pdf.pageSize(page) ?? LETTER, width))
      if (!bitmap) throw new UnreadablePage()
      const isText = pdf.imageShare(page) < TEXT_IMAGE_SHARE && isGrey(bitmap)
      return encode(bitmap, isText)
    },
    texts: (from, to) =>
      range(from, Math.min(to, pdf.pageCount)).map((page) => {
        const { text, words } = pdf.readText(page) ?? { text: '', words: [] }
        return boundedText({ text, words: words.map((word) => ({ ...word, box: [...word.box] })) })
      }),
    close: () => pdf.close(),
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

function pagesOf(pdf: PdfDocument): DrawnPages {
  const start = performance.now()
  const first = pdf.pageSize(0) ?? LETTER
  const sizes = range(0, Math.min(pdf.pageCount, MAX_DRAWN_PAGES)).map((page): [number, number] => {
    const isLate = performance.now() - start > SIZES_MS
    const { width, height } = (isLate ? null : pdf.pageSize(page)) ?? first
    return [sideOf(width), sideOf(height)]
  })
  return { pageCount: pdf.pageCount, sizes }
}

function sideOf(points: number): number {
  return Math.min(Math.max(Math.round(points), 1), 1_000_000)
}

/** Pixels of the longer side of a page with this width. */
function longestSide({ width, height }: PageSize, pixels: number): number {
  const longest = width >= height ? pixels : (pixels * height) / Math.max(width, 1)
  return Math.min(Math.round(longest), MAX_DRAWN_PIXELS)
}

/** Text compresses best with few colors, everything else as WebP. */
async function encode({ width, height, rgba }: PageBitmap, isText: boolean) {
  const image = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
  if (isText) {
    const bytes = await image.png({ palette: true, colors: 16, effort: 1, dither: 0 }).toBuffer()
    return { type: 'image/png' as const, bytes }
  }
  return { type: 'image/webp' as const, bytes: await image.webp({ quality: 70, effort: 1 }).toBuffer() }
}

function isGrey({ rgba }: PageBitmap): boolean {
  const step = Math.max(1, Math.floor(rgba.length / 4 / SAMPLES)) * 4
  for (let at = 0; at < rgba.length; at += step) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY) return false
  }
  return true
}
