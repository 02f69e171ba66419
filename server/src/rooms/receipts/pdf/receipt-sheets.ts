import { exactMoments } from '@portal/contract/exact-moment.ts'
import { receiptGroups } from '@portal/contract/receipts/receipt-groups.ts'
import { lineOf } from '../../../engines/pdf/letters.ts'
import type { Picture, Sheet, Text } from '../../../engines/pdf/write-pdf.ts'
import type { ReceiptFile } from '../../../records/receipts/receipt.ts'
import { receiptHead, type Printing } from './receipt-head.ts'
import {
  DIM,
  endingAt,
  FOOT,
  LINE,
  LOWEST,
  MARGIN,
  WIDTH,
  type Block,
} from '../../../engines/pdf/page-layout.ts'
import { headerBlock, HEADER_HEIGHT, rowBlock, rowHeight, type Row } from './receipt-rows.ts'

/** Yields the pages of a receipt, and lays out each one on demand. */
export function* receiptSheets(printing: Printing): Generator<Sheet> {
  const { receipt, settings, fonts } = printing
  const head = receiptHead(printing)
  const pages = paged(rowsOf(receipt.files), {
    heightOf: (row) => rowHeight(row, fonts),
    firstRoom: LOWEST - MARGIN - head.height - HEADER_HEIGHT,
    room: LOWEST - MARGIN - HEADER_HEIGHT,
  })
  const told = { fonts, tell: exactMoments(settings.timeZone) }
  for (const [at, rows] of pages.entries()) {
    const header = headerBlock(fonts, at === 0 ? 'P' : 'repeated')
    const blocks = [...(at === 0 ? [head] : []), header, ...rows.map((row) => rowBlock(row, told))]
    yield stacked(blocks, footer(printing, { page: at + 1, pages: pages.length }))
  }
}

/** Groups the files by category and type, in the order of the batch. */
function rowsOf(files: readonly ReceiptFile[]): Row[] {
  return receiptGroups(files, (file) => file).flatMap(({ heading, files: ofGroup }) =>
    ofGroup.map((file, at) => ({ heading: at === 0 ? heading : null, file })),
  )
}

type Room = {
  readonly heightOf: (row: Row) => number
  readonly firstRoom: number
  readonly room: number
}

/** Puts as many rows on each page as fit. The first page may have none. */
function paged(rows: readonly Row[], { heightOf, firstRoom, room }: Room): Row[][] {
  const pages: Row[][] = [[]]
  let left = firstRoom
  for (const row of rows) {
    const height = heightOf(row)
    if (height > left) {
      pages.push([])
      left = room
    }
    pages.at(-1)?.push(row)
    left -= height
  }
  return pages
}

function stacked(blocks: readonly Block[], foot: readonly Text[]): Sheet {
  const texts: Text[] = [...foot]
  const pictures: Picture[] = []
  const rules = [{ x: MARGIN, y: FOOT, width: WIDTH, color: LINE }]
  let y = MARGIN
  for (const block of blocks) {
    for (const text of block.texts) texts.push({ ...text, y: text.y + y })
    for (const picture of block.pictures ?? []) pictures.push({ ...picture, y: picture.y + y })
    y += block.height
    rules.push({ x: MARGIN, y: y - 4, width: WIDTH, color: LINE })
  }
  return { texts, rules, pictures }
}

function footer({ receipt, fonts }: Printing, { page, pages }: { page: number; pages: number }): Text[] {
  const looks = { x: MARGIN, y: FOOT + 6, size: 7.5, color: DIM, role: 'repeated' as const }
  const { number, checkCode } = receipt
  return [
    { ...looks, line: lineOf(`Receipt ${number}, check code ${checkCode}`, fonts.text) },
    endingAt({ x: 0, width: WIDTH }, { ...looks, line: lineOf(`Page ${page} of ${pages}`, fonts.text) }),
  ]
}
