import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** A word with its place on the page: left, top, width and height in thousandths of the page's width and height. */
export type PlacedWord = {
  /** Where the word begins in the text of its page, in UTF-16 units. */
  readonly at: number
  readonly length: number
  readonly box: readonly [left: number, top: number, width: number, height: number]
}

export type PageText = { readonly text: string; readonly words: readonly PlacedWord[] }

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
  readText(page: number): PageText | null
  /** Draws a page with its annotations, at most `longest` pixels on its longer side. Null if the page is damaged. */
  draw(page: number, longest: number): PageBitmap | null
  /** The share of the page, from 0 to 1, that its largest image covers. A scan covers more than half. */
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
/** A page with more objects is hardly a scan, and counting all of a hostile one takes minutes. */
const MAX_OBJECTS_LOOKED_AT = 200

let loaded: Promise<WrappedPdfiumModule> | null = null

function loadPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= (async () => {
    const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
    const pdfium = await init({ wasmBinary: readFileSync(path).buffer as ArrayBuffer })
    pdfium.PDFiumExt_Init()
    return pdfium
  })()
  return loaded
}

/** PDFium's memory. Its package has no type for it, and it is another object after it grows. */
function heapOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8
}

/** @throws UnreadablePdf */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const pdfium = await loadPdfium()
  const { wasmExports: memory } = pdfium.pdfium
  const start = memory.malloc(Math.max(bytes.length, 1))
  heapOf(pdfium).set(bytes, start)
  const file = pdfium.FPDF_LoadMemDocument(start, bytes.length, '')
  if (!file) {
    memory.free(start)
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
    readText: (page) => withPage(page, (handle) => readPage(pdfium, handle)),
    draw: (page, longest) => withPage(page, (handle) => drawPage(pdfium, handle, longest)),
    imageShare: (page) => withPage(page, (handle) => largestImage(pdfium, handle)) ?? 0,
    close() {
      pdfium.FPDF_CloseDocument(file)
      memory.free(start)
    },
  }
}

function sizeOf(pdfium: WrappedPdfiumModule, page: number): PageSize {
  return { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
}

function readPage(pdfium: WrappedPdfiumModule, page: number): PageText {
  const handle = pdfium.FPDFText_LoadPage(page)
  try {
    const count = Math.max(pdfium.FPDFText_CountChars(handle), 0)
    const text = Array.from({ length: count }, (_, index) => unitAt(pdfium, handle, index)).join('')
    return { text, words: placeWords(pdfium, { page, handle }, text) }
  } finally {
    pdfium.FPDFText_ClosePage(handle)
  }
}

/** One UTF-16 unit for each character of the page, so that its index is its place in the text. */
function unitAt(pdfium: WrappedPdfiumModule, handle: number, index: number): string {
  const code = pdfium.FPDFText_GetUnicode(handle, index)
  if (code === 0 || code > 0xffff) return '\ufffd'
  // PDFium marks a hyphen at the end of a line with U+0002.
  if (code === 2) return '-'
  return code < 32 && code !== 10 && code !== 13 ? ' ' : String.fromCharCode(code)
}

type PageHandles = { readonly page: number; readonly handle: number }

function placeWords(pdfium: WrappedPdfiumModule, { page, handle }: PageHandles, text: string): PlacedWord[] {
  const { wasmExports: memory } = pdfium.pdfium
  const size = sizeOf(pdfium, page)
  const place = memory.malloc(48)
  try {
    return [...text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const corners = Array.from({ length: word.length }, (_, offset) =>
        deviceBox(pdfium, { page, handle, place }, index + offset),
      ).filter((box) => box !== null)
      return corners.length === 0 ? [] : [{ at: index, length: word.length, box: around(corners, size) }]
    })
  } finally {
    memory.free(place)
  }
}

type Corners = readonly [left: number, top: number, right: number, bottom: number]

/** Corners of a character in points from the top left corner of the page as people see it, after its rotation. */
function deviceBox(
  pdfium: WrappedPdfiumModule,
  { page, handle, place }: PageHandles & { place: number },
  index: number,
): Corners | null {
  if (!pdfium.FPDFText_GetCharBox(handle, index, place, place + 8, place + 16, place + 24)) return null
  const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(heapOf(pdfium).buffer, place, 4)
  const one = toDevice(pdfium, { page, place }, [left, top])
  const other = toDevice(pdfium, { page, place }, [right, bottom])
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
  ]
}

/** Steps of PDFium's device coordinates in a point, which are integers. */
const STEPS = 16

function toDevice(
  pdfium: WrappedPdfiumModule,
  { page, place }: { page: number; place: number },
  [x, y]: readonly [number, number],
): [number, number] {
  const { width, height } = sizeOf(pdfium, page)
  const [deviceX, deviceY] = [place + 32, place + 36]
  pdfium.FPDF_PageToDevice(
    page,
    0,
    0,
    Math.round(width * STEPS),
    Math.round(height * STEPS),
    0,
    x,
    y,
    deviceX,
    deviceY,
  )
  const [left = 0, top = 0] = new Int32Array(heapOf(pdfium).buffer, deviceX, 2)
  return [left / STEPS, top / STEPS]
}

function around(corners: readonly Corners[], { width, height }: PageSize): PlacedWord['box'] {
  const left = Math.min(...corners.map((box) => box[0]))
  const top = Math.min(...corners.map((box) => box[1]))
  const right = Math.max(...corners.map((box) => box[2]))
  const bottom = Math.max(...corners.map((box) => box[3]))
  const thousandths = (length: number, whole: number) => Math.round((1000 * length) / Math.max(whole, 1))
  return [
    thousandths(left, width),
    thousandths(top, height),
    thousandths(right - left, width),
    thousandths(bottom - top, height),
  ]
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

function largestImage(pdfium: WrappedPdfiumModule, page: number): number {
  const { width, height } = sizeOf(pdfium, page)
  const place = pdfium.pdfium.wasmExports.malloc(16)
  try {
    const count = Math.min(pdfium.FPDFPage_CountObjects(page), MAX_OBJECTS_LOOKED_AT)
    const areas = Array.from({ length: count }, (_, index) => {
      const object = pdfium.FPDFPage_GetObject(page, index)
      if (pdfium.FPDFPageObj_GetType(object) !== IMAGE_OBJECT) return 0
      if (!pdfium.FPDFPageObj_GetBounds(object, place, place + 4, place + 8, place + 12)) return 0
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(heapOf(pdfium).buffer, place, 4)
      return Math.abs((right - left) * (top - bottom))
    })
    return Math.min(1, Math.max(0, ...areas) / Math.max(width * height, 1))
  } finally {
    pdfium.pdfium.wasmExports.free(place)
  }
}
