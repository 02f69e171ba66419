import type { ExactMoment } from '@portal/contract/exact-moment.ts'
import { receivedNote } from '@portal/contract/receipts/receipt-groups.ts'
import type { PdfFonts } from '../../../engines/pdf/fonts.ts'
import { lineOf, linesOf, piecesOf, type Line } from '../../../engines/pdf/letters.ts'
import { DIM, endingAt, INK, MARGIN, WIDTH, type Block } from '../../../engines/pdf/page-layout.ts'
import type { Text } from '../../../engines/pdf/write-pdf.ts'
import type { ReceiptFile } from '../../../records/receipts/receipt.ts'

/** Distance from the left margin and width, in points. */
const ID = { x: 0, width: 52 }
const NAME = { x: 58, width: 266 }
const BYTES = { x: 330, width: 52 }
const RECEIVED = { x: 394, width: 110 }

const SIZE = 8.5
const LINE_HEIGHT = 11
/** Small enough that a hash fits on one line. */
const HASH_SIZE = 6.8
const SMALL = 7.5
const GAP = 7

export const HEADER_HEIGHT = 18
const HEADING_LINE_HEIGHT = 15

/** A file of a receipt. The first file of its category and type has their heading above it. */
export type Row = { readonly heading: string | null; readonly file: ReceiptFile }

export function rowHeight({ heading, file }: Row, fonts: PdfFonts): number {
  const above = heading === null ? 0 : headingLines(heading, fonts).length * HEADING_LINE_HEIGHT
  const { name, note } = textsOf(file, fonts)
  return above + (name.length + note.length + 1) * LINE_HEIGHT + GAP
}

/** Returns the lines of the file name and of the note. */
function textsOf(file: ReceiptFile, { text }: PdfFonts): { name: Line[]; note: Line[] } {
  const linesAt = (said: string, size: number) => linesOf(piecesOf(said, text), NAME.width / size)
  const note = receivedNote(file)
  return { name: linesAt(file.fileName, SIZE), note: note === null ? [] : linesAt(note, SMALL) }
}

function headingLines(heading: string, { strong }: PdfFonts): Line[] {
  return linesOf(piecesOf(heading, strong), WIDTH / SIZE)
}

type Told = { readonly fonts: PdfFonts; readonly tell: (moment: Date) => ExactMoment }

/** Lays out a file of a receipt. */
export function rowBlock(row: Row, { fonts, tell }: Told): Block {
  const { documentId, byteSize, sha256, receivedAt } = row.file
  const { name, note } = textsOf(row.file, fonts)
  const heading = row.heading === null ? [] : headingLines(row.heading, fonts)
  const { local, utc } = tell(receivedAt)
  const cell = (text: string, { x, y = 0, size = SIZE, color = INK }: Partial<Omit<Text, 'line'>>): Text => {
    return { line: lineOf(text, fonts.text), x: MARGIN + (x ?? 0), y, size, color, role: 'P' }
  }
  const texts = [
    cell(String(documentId), ID),
    ...name.map((line, at) => ({ ...cell('', NAME), line, y: at * LINE_HEIGHT, goesOn: at > 0 })),
    ...note.map((line, at) => ({
      ...cell('', { ...NAME, size: SMALL }),
      line,
      y: (name.length + 1 + at) * LINE_HEIGHT + 1,
      goesOn: at > 0,
    })),
    cell(sha256.toString('hex'), {
      x: NAME.x,
      // The hash is above the note, because the note may be longer than the page.
      y: name.length * LINE_HEIGHT + 1,
      size: HASH_SIZE,
      color: DIM,
    }),
    endingAt(BYTES, cell(byteSize.toLocaleString('en-US'), BYTES)),
    cell(local, { x: RECEIVED.x, size: SMALL, y: 0.8 }),
    cell(utc, { x: RECEIVED.x, y: LINE_HEIGHT, size: SMALL, color: DIM }),
  ]
  const above = heading.length * HEADING_LINE_HEIGHT
  return {
    texts: [
      ...heading.map((line, at) => ({
        ...cell('', {}),
        line,
        y: at * HEADING_LINE_HEIGHT,
        goesOn: at > 0,
      })),
      ...texts.map((text) => ({ ...text, y: text.y + above })),
    ],
    height: rowHeight(row, fonts),
  }
}

/** The column headers above the rows on every page. */
export function headerBlock({ strong }: PdfFonts, role: Text['role']): Block {
  const cell = (text: string, { x }: { x: number }): Text => {
    return { line: lineOf(text, strong), x: MARGIN + x, y: 0, size: SMALL, color: DIM, role }
  }
  return {
    texts: [
      cell('File ID', ID),
      cell('File name, SHA-256', NAME),
      endingAt(BYTES, cell('Bytes', BYTES)),
      cell('Received', RECEIVED),
    ],
    height: HEADER_HEIGHT,
  }
}
