import {
  DIM,
  endingAt,
  FOOT,
  INK,
  LINE,
  LOWEST,
  MARGIN,
  textBlock,
  WIDTH,
} from '../../../../engines/pdf/page-layout.ts'
import type { PdfFonts } from '../../../../engines/pdf/fonts.ts'
import { lineOf } from '../../../../engines/pdf/letters.ts'
import type { Sheet, Text } from '../../../../engines/pdf/write-pdf.ts'
import type { PaperBlock, Paragraph } from '../../../../records/audit/print-history.ts'

// All values are in points.
const LABEL_WIDTH = 150
const GAP = 7

type Look = { readonly size: number; readonly lineHeight: number; readonly color: string }

const LOOKS: Readonly<Record<Paragraph['look'], Look>> = {
  title: { size: 18, lineHeight: 30, color: INK },
  heading: { size: 11, lineHeight: 20, color: INK },
  text: { size: 9, lineHeight: 12.5, color: INK },
  small: { size: 7.2, lineHeight: 10, color: DIM },
}

type Printing = { readonly fonts: PdfFonts; readonly footer: string }

/** The pages of a paper, each as soon as its blocks have come. */
export async function* historySheets(
  blocks: AsyncIterable<PaperBlock>,
  printing: Printing,
): AsyncGenerator<Sheet> {
  let texts: Text[] = []
  let y = MARGIN
  let page = 1
  const finish = () => {
    const sheet = sheetOf(texts, { ...printing, page })
    texts = []
    y = MARGIN
    page += 1
    return sheet
  }
  for await (const block of blocks) {
    const { texts: laid, height } = layOut(block, printing.fonts)
    if (y + height > LOWEST && texts.length > 0) yield finish()
    let moved = y
    for (const text of laid) {
      // A block that is longer than a page goes on in the next one.
      if (moved + text.y + text.size > LOWEST) {
        yield finish()
        moved = y - text.y
      }
      texts.push({ ...text, y: moved + text.y })
    }
    y = moved + height + GAP
  }
  yield finish()
}

/** The lines of a block below each other, from 0, in their order down the page. */
function layOut(block: PaperBlock, { text: plain, strong }: PdfFonts) {
  const texts: Text[] = []
  let y = 0
  for (const { look, text, label } of block) {
    const isHead = look === 'title' || look === 'heading'
    const common = {
      ...LOOKS[look],
      y,
      fonts: isHead ? strong : plain,
      role: look === 'title' ? ('H1' as const) : ('P' as const),
    }
    const indent = isHead ? 0 : LABEL_WIDTH
    const named = textBlock(label ?? '', { ...common, x: MARGIN, width: LABEL_WIDTH - 8, color: DIM })
    const said = textBlock(text, { ...common, x: MARGIN + indent, width: WIDTH - indent })
    if (label !== undefined) texts.push(...named.texts)
    texts.push(...said.texts)
    y += label === undefined ? said.height : Math.max(named.height, said.height)
  }
  return { texts, height: y }
}

function sheetOf(
  texts: readonly Text[],
  { fonts, footer, page }: Printing & { readonly page: number },
): Sheet {
  const looks = { x: MARGIN, y: FOOT + 6, size: 7.5, color: DIM, role: 'repeated' as const }
  const foot: Text[] = [
    { ...looks, line: lineOf(footer, fonts.text) },
    endingAt({ x: 0, width: WIDTH }, { ...looks, line: lineOf(`Page ${page}`, fonts.text) }),
  ]
  return {
    texts: [...foot, ...texts],
    rules: [{ x: MARGIN, y: FOOT, width: WIDTH, color: LINE }],
    pictures: [],
  }
}
