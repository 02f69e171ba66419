import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { heapOf, withMemory } from './pdfium.ts'
import type { PageText, PlacedWord } from './page-text.ts'

export type TextOptions = {
  /** Whether words get their places. It takes half of the time. */
  readonly hasBoxes?: boolean
  /** Characters after these are left out. */
  readonly maxCharacters?: number
}

type Handles = { readonly page: number; readonly text: number }

/** The text of a page in its order in the file. */
export function readPageText(
  pdfium: WrappedPdfiumModule,
  page: number,
  { hasBoxes = true, maxCharacters = Infinity }: TextOptions = {},
): PageText {
  const handle = pdfium.FPDFText_LoadPage(page)
  if (!handle) return { text: '', words: [] }
  try {
    const count = Math.min(Math.max(pdfium.FPDFText_CountChars(handle), 0), maxCharacters)
    const { text, places } = readCharacters(pdfium, handle, count)
    return { text, words: hasBoxes ? placeWords(pdfium, { page, text: handle }, { text, places }) : [] }
  } finally {
    pdfium.FPDFText_ClosePage(handle)
  }
}

/** `places[index]` is where a character of PDFium begins in the text, and `places[count]` is the end of the text. */
type Characters = { readonly text: string; readonly places: Uint32Array }

/** PDFium marks a hyphen at the end of a line with it, and joins the lines. */
const LINE_HYPHEN = 2

function readCharacters(pdfium: WrappedPdfiumModule, handle: number, count: number): Characters {
  const codes = Uint32Array.from({ length: count }, (_, index) => pdfium.FPDFText_GetUnicode(handle, index))
  const places = new Uint32Array(count + 1)
  const parts: string[] = []
  let length = 0
  for (let index = 0; index < count; index++) {
    const part = textAt(codes, index)
    parts.push(part)
    length += part.length
    places[index + 1] = length
  }
  return { text: parts.join(''), places }
}

function textAt(codes: Uint32Array, index: number): string {
  const code = codes[index] ?? 0
  if (code === LINE_HYPHEN) return isWithinWord(codes, index) ? '' : '-'
  if (code === 13 && codes[index + 1] === 10) return ''
  if (code === 10 || code === 13) return '\n'
  if (code < 32 || code === 127) return ' '
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code & 0xfffe) !== 0xfffe
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/** So that `exten-` and `sion` are found as one word, while `4512-` and `0033` keep their hyphen. */
function isWithinWord(codes: Uint32Array, index: number): boolean {
  const [before = 0, after = 0] = [codes[index - 1], codes[index + 1]]
  return isLowerCase(before) && isLowerCase(after)
}

function isLowerCase(code: number): boolean {
  return code <= 0x10ffff && /\p{Ll}/u.test(String.fromCodePoint(code))
}

/** Points of a page to thousandths of the page as people see it, after its rotation. */
type Transform = (x: number, y: number) => readonly [number, number]

/** Steps of a page in PDFium's device coordinates, which are integers. */
const STEPS = 100_000
/** Points between two samples. */
const SAMPLE = 10_000

function transformOf(pdfium: WrappedPdfiumModule, page: number): Transform {
  return withMemory(pdfium, 8, (place) => {
    const toDevice = (x: number, y: number) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, STEPS, STEPS, 0, x, y, place, place + 4)
      const [left = 0, top = 0] = new Int32Array(heapOf(pdfium).buffer, place, 2)
      return [(1000 * left) / STEPS, (1000 * top) / STEPS] as const
    }
    const [[left, top], right, up] = [toDevice(0, 0), toDevice(SAMPLE, 0), toDevice(0, SAMPLE)]
    const [rightX, rightY] = [(right[0] - left) / SAMPLE, (right[1] - top) / SAMPLE]
    const [upX, upY] = [(up[0] - left) / SAMPLE, (up[1] - top) / SAMPLE]
    return (x, y) => [left + rightX * x + upX * y, top + rightY * x + upY * y]
  })
}

function placeWords(
  pdfium: WrappedPdfiumModule,
  { page, text: handle }: Handles,
  { text, places }: Characters,
): PlacedWord[] {
  const transform = transformOf(pdfium, page)
  return withMemory(pdfium, 32, (place) => {
    let index = 0
    return [...text.matchAll(/\S+/g)].flatMap(({ index: at, 0: word }) => {
      const around = new Bounds()
      while ((places[index] ?? Infinity) < at) index++
      for (; (places[index] ?? Infinity) < at + word.length; index++) {
        if (!pdfium.FPDFText_GetCharBox(handle, index, place, place + 8, place + 16, place + 24)) continue
        const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(heapOf(pdfium).buffer, place, 4)
        around.add(transform(left, top))
        around.add(transform(right, bottom))
      }
      const box = around.box()
      return box ? [{ at, length: word.length, box }] : []
    })
  })
}

/** The smallest box around points. */
class Bounds {
  #left = Infinity
  #top = Infinity
  #right = -Infinity
  #bottom = -Infinity

  add([x, y]: readonly [number, number]): void {
    if (x < this.#left) this.#left = x
    if (x > this.#right) this.#right = x
    if (y < this.#top) this.#top = y
    if (y > this.#bottom) this.#bottom = y
  }

  /** Null without points, and for a word outside of the page. */
  box(): PlacedWord['box'] | null {
    const [left, top, right, bottom] = [this.#left, this.#top, this.#right, this.#bottom].map(withinPage)
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null
    return right <= left && bottom <= top ? null : [left, top, right - left, bottom - top]
  }
}

function withinPage(place: number): number {
  return Math.round(Math.min(1000, Math.max(0, place)))
}
