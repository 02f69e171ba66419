import { exactMoments } from '@portal/contract/exact-moment.ts'
import { lineOf } from '../../../engines/pdf/letters.ts'
import type { Sheet, Text } from '../../../engines/pdf/write-pdf.ts'
import type { ReceiptFile } from '../../../records/receipts/receipt.ts'
import type { Printing } from './printing.ts'
import { receiptHead } from './receipt-head.ts'
import {
  DIM,
  endingAt,
  headerBlock,
  HEADER_HEIGHT,
  LINE,
  MARGIN,
  rowBlock,
  rowHeight,
  WIDTH,
  type Block,
} from './receipt-rows.ts'

const FOOT = 742
const LOWEST = FOOT - 14

/** The pages of a receipt, each laid out when it is asked for. */
export function* receiptSheets(printing: Printing): Generator<Sheet> {
  const { receipt, settings, fonts } = printing
  const head = receiptHead(printing)
  const pages = paged(receipt.files, {
    heightOf: (file) => rowHeight(file, fonts),
    firstRoom: LOWEST - MARGIN - head.height - HEADER_HEIGHT,
    room: LOWEST - MARGIN - HEADER_HEIGHT,
  })
  const told = { fonts, tell: exactMoments(settings.timeZone) }
  for (const [at, files] of pages.entries()) {
    const header = headerBlock(fonts, at === 0 ? 'P' : 'repeated')
    const blocks = [...(at === 0 ? [head] : []), header, ...files.map((file) => rowBlock(file, told))]
    yield stacked(blocks, footer(printing, { page: at + 1, pages: pages.length }))
  }
}

type Room = {
  readonly heightOf: (file: ReceiptFile) => number
  readonly firstRoom: number
  readonly room: number
}

/** As many files on each page as have room; the first page may have none. */
function paged(files: readonly ReceiptFile[], { heightOf, firstRoom, room }: Room): ReceiptFile[][] {
  const pages: ReceiptFile[][] = [[]]
  let left = firstRoom
  for (const file of files) {
    const height = heightOf(file)
    if (height > left) {
      pages.push([])
      left = room
    }
    pages.at(-1)?.push(file)
    left -= height
  }
  return pages
}

function stacked(blocks: readonly Block[], foot: readonly Text[]): Sheet {
  const texts: Text[] = [...foot]
  const rules = [{ x: MARGIN, y: FOOT, width: WIDTH, color: LINE }]
  let y = MARGIN
  for (const block of blocks) {
    for (const text of block.texts) texts.push({ ...text, y: text.y + y })
    y += block.height
    rules.push({ x: MARGIN, y: y - 4, width: WIDTH, color: LINE })
  }
  return { texts, rules }
}

function footer({ receipt, fonts }: Printing, { page, pages }: { page: number; pages: number }): Text[] {
  const looks = { x: MARGIN, y: FOOT + 6, size: 7.5, color: DIM, role: 'repeated' as const }
  const { number, checkCode } = receipt
  return [
    { ...looks, line: lineOf(`Receipt ${number}, check code ${checkCode}`, fonts.text) },
    endingAt({ x: 0, width: WIDTH }, { ...looks, line: lineOf(`Page ${page} of ${pages}`, fonts.text) }),
  ]
}
