import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { FileBytes } from '../workers/file-bytes.ts'
import type { PageText } from './page-text.ts'
import { readPageText, type TextOptions } from './pdf-text.ts'
import { fileAccessOf, heapOf, loadPdfium, withMemory } from './pdfium.ts'

/** Pixels of a page: 4 bytes each, in the order red, green, blue, alpha. */
export type PageBitmap = { readonly width: number; readonly height: number; readonly rgba: Buffer }

/** Points: 72 to an inch. */
export type PageSize = { readonly width: number; readonly height: number }

/** An open PDF. Pages count from 0. Only a child process opens one, because a hostile file can loop or take memory. */
export type PdfDocument = {
  readonly pageCount: number
  /** Null if the page is damaged. */
  pageSize(page: number): PageSize | null
  /** The text of a page in its order in the file. Null if the page is damaged. */
  readText(page: number, options?: TextOptions): PageText | null
  /** Draws a page with its annotations, at most `longest` pixels on its longer side. Null if the page is damaged. */
  draw(page: number, longest: number): PageBitmap | null
  /** The share of the page, from 0 to 1, that its images cover. Those of a scan cover more than half. */
  imageShare(page: number): number
  close(): void
}

/** The PDF cannot be opened. */
export class UnreadablePdf extends Error {
  readonly reason: 'damaged' | 'password'
  constructor(reason: 'damaged' | 'password') {
    super(`The PDF is unreadable: ${reason}.`)
    this.reason = reason
  }
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of PDFium. */
const PASSWORD_ERRORS = new Set([4, 5])
/** Annotations, and bytes in the order of RGBA. */
const DRAW_FLAGS = 0x01 | 0x10
const RGBA_FORMAT = 4
const WHITE = 0xffffffff
const IMAGE_OBJECT = 3
const FORM_OBJECT = 5
/** A page with more objects is hardly a scan, and counting all of a hostile one takes minutes. */
const MAX_OBJECTS_LOOKED_AT = 200

/** @throws UnreadablePdf */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const pdfium = await loadPdfium()
  const { wasmExports: memory } = pdfium.pdfium
  const start = memory.malloc(Math.max(bytes.length, 1))
  if (start === 0) throw new Error('PDFium is out of memory.')
  heapOf(pdfium).set(bytes, start)
  const file = pdfium.FPDF_LoadMemDocument(start, bytes.length, '')
  return documentOf(pdfium, file, () => memory.free(start))
}

/** Reads only the parts of the file that its questions need. @throws UnreadablePdf */
export async function openPdfInParts(bytes: FileBytes): Promise<PdfDocument> {
  const pdfium = await loadPdfium()
  const access = fileAccessOf(pdfium, bytes)
  const file = pdfium.FPDF_LoadCustomDocument(access.address, '')
  return documentOf(pdfium, file, access.release)
}

function documentOf(pdfium: WrappedPdfiumModule, file: number, release: () => void): PdfDocument {
  if (!file) {
    release()
    throw new UnreadablePdf(PASSWORD_ERRORS.has(pdfium.FPDF_GetLastError()) ? 'password' : 'damaged')
  }
  const withPage = <Result>(page: number, use: (handle: number) => Result): Result | null => {
    const handle = pdfium.FPDF_LoadPage(file, page)
    if (!handle) return null
    try {
      return use(handle)
    } finally {
      pdfium.FPDF_ClosePage(handle)
    }
  }
  return {
    pageCount: pdfium.FPDF_GetPageCount(file),
    pageSize: (page) => withPage(page, (handle) => sizeOf(pdfium, handle)),
    readText: (page, options) => withPage(page, (handle) => readPageText(pdfium, handle, options)),
    draw: (page, longest) => withPage(page, (handle) => drawPage(pdfium, handle, longest)),
    imageShare: (page) => withPage(page, (handle) => imageShareOf(pdfium, handle)) ?? 0,
    close() {
      pdfium.FPDF_CloseDocument(file)
      release()
    },
  }
}

function sizeOf(pdfium: WrappedPdfiumModule, page: number): PageSize {
  return { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
}

function drawPage(pdfium: WrappedPdfiumModule, page: number, longest: number): PageBitmap | null {
  const { width, height } = sizeOf(pdfium, page)
  const scale = longest / Math.max(width, height, 1)
  const [columns, rows] = [width, height].map((length) => Math.max(1, Math.round(length * scale)))
  if (columns === undefined || rows === undefined) return null
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, RGBA_FORMAT, 0, columns * 4)
  if (!bitmap) return null
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, DRAW_FLAGS)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const rgba = Buffer.from(heapOf(pdfium).slice(start, start + columns * rows * 4))
    return { width: columns, height: rows, rgba }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

function imageShareOf(pdfium: WrappedPdfiumModule, page: number): number {
  const { width, height } = sizeOf(pdfium, page)
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), MAX_OBJECTS_LOOKED_AT)
  // A scan can have its image in strips.
  const areas = Array.from({ length: count }, (_, index) =>
    areaOfImage(pdfium, pdfium.FPDFPage_GetObject(page, index)),
  )
  const area = areas.reduce((sum, each) => sum + each, 0)
  return Math.min(1, area / Math.max(width * height, 1))
}

/** Square points; 0 for an object that has no image. */
function areaOfImage(pdfium: WrappedPdfiumModule, object: number): number {
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type !== IMAGE_OBJECT && !(type === FORM_OBJECT && isFormWithImage(pdfium, object))) return 0
  return withMemory(pdfium, 16, (place) => {
    if (!pdfium.FPDFPageObj_GetBounds(object, place, place + 4, place + 8, place + 12)) return 0
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(heapOf(pdfium).buffer, place, 4)
    return Math.abs((right - left) * (top - bottom))
  })
}

/** Some programs put the image of a scan into a form. */
function isFormWithImage(pdfium: WrappedPdfiumModule, form: number): boolean {
  const count = Math.min(pdfium.FPDFFormObj_CountObjects(form), MAX_OBJECTS_LOOKED_AT)
  return Array.from({ length: count }, (_, index) => pdfium.FPDFFormObj_GetObject(form, index)).some(
    (object) => pdfium.FPDFPageObj_GetType(object) === IMAGE_OBJECT,
  )
}
