import { toPng, turn, type GrayImage } from './gray-image.ts'
import type { PageText, PlacedWord } from '../page-text.ts'
import type { FoundLines, FoundWord, LetterReader } from './letter-reader.ts'
import { skewOf } from './skew.ts'

/** Dots per inch. 300 take longer and find no more. */
export const OCR_DPI = 200

/** Of 100. A page upside down has about 45. */
const UNSURE = 70
/** Degrees. A smaller skew does no harm. */
const MIN_SKEW = 0.2

/** An image that was turned clockwise from its page. */
type Turned = { readonly image: GrayImage; readonly page: GrayImage; readonly degrees: number }

/** Reads a page that is an image. It may be turned in any way. */
export async function readScannedPage(page: GrayImage, reader: LetterReader): Promise<PageText> {
  const straight = await straighten(page, 0)
  const first = await recognize(straight, reader)
  if (first.confidence >= UNSURE) return toPageText(first.lines, straight)
  const degrees = await reader.uprightTurn(await toPng(page, OCR_DPI))
  if (degrees === null || degrees === 0) return toPageText(first.lines, straight)
  const upright = await straighten(page, degrees)
  const second = await recognize(upright, reader)
  return second.confidence > first.confidence
    ? toPageText(second.lines, upright)
    : toPageText(first.lines, straight)
}

async function straighten(page: GrayImage, quarters: number): Promise<Turned> {
  const turned = await turn(page, quarters)
  const skew = skewOf(turned)
  const degrees = Math.abs(skew) < MIN_SKEW ? 0 : -skew
  return { image: await turn(turned, degrees), page, degrees: quarters + degrees }
}

async function recognize({ image }: Turned, reader: LetterReader): Promise<FoundLines> {
  return reader.recognize(await toPng(image, OCR_DPI))
}

function toPageText(lines: FoundLines['lines'], turned: Turned): PageText {
  const words: PlacedWord[] = []
  const rows: string[] = []
  let at = 0
  for (const line of lines) {
    for (const word of line) {
      words.push({ at, length: word.text.length, box: boxOn(turned, word) })
      at += word.text.length + 1
    }
    rows.push(line.map(({ text }) => text).join(' '))
  }
  return { text: rows.join('\n'), words }
}

/** Where a word of the turned image is on its page, in thousandths. */
function boxOn({ image, page, degrees }: Turned, word: FoundWord): PlacedWord['box'] {
  const [cos, sin] = [Math.cos((-degrees * Math.PI) / 180), Math.sin((-degrees * Math.PI) / 180)]
  const corners = [word.left, word.right].flatMap((x) =>
    [word.top, word.bottom].map((y) => {
      const [fromX, fromY] = [x - image.width / 2, y - image.height / 2]
      return [
        fromX * cos - fromY * sin + page.width / 2,
        fromX * sin + fromY * cos + page.height / 2,
      ] as const
    }),
  )
  const across = corners.map(([x]) => thousandth(x, page.width))
  const down = corners.map(([, y]) => thousandth(y, page.height))
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return [left, top, Math.max(...across) - left, Math.max(...down) - top]
}

function thousandth(place: number, whole: number): number {
  return Math.round(Math.min(1000, Math.max(0, (1000 * place) / Math.max(whole, 1))))
}
