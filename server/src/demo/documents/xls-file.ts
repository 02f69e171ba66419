import { compoundFile } from './compound-file.ts'
import type { Sheet } from './xlsx-file.ts'

/** Record numbers of MS-XLS, 2.3. */
const BOF = 0x0809
const EOF = 0x000a
const CODE_PAGE = 0x0042
const WINDOW = 0x003d
const FONT = 0x0031
const FORMAT_OF_CELLS = 0x00e0
const STYLE = 0x0293
const SHEET = 0x0085
const DIMENSIONS = 0x0200
const TEXT_CELL = 0x0204
const NUMBER_CELL = 0x0203

const VERSION = 0x0600
const WHOLE_WORKBOOK = 0x0005
const ONE_SHEET = 0x0010
const UTF16 = 1200
/** The first 15 formats are styles of the workbook itself. */
const CELL_FORMAT = 15
const AMOUNT_FORMAT = 16
/** `#,##0.00` */
const AMOUNT = 4
/** A record holds 8224 bytes: text is cut to be within. */
const LONGEST_TEXT = 4_000

/** An Excel 97 workbook of one sheet with text and numbers. */
export function xlsFile({ rows, sheetName = 'Sheet1' }: Sheet): Buffer {
  const before = [
    record(BOF, numbers(VERSION, WHOLE_WORKBOOK, 0x0dbb, 0x07cc, 0, 0, 6, 0)),
    record(CODE_PAGE, numbers(UTF16)),
    record(WINDOW, numbers(0, 0, 0x3a_c0, 0x21_c0, 0x38, 0, 0, 1, 600)),
    ...Array.from({ length: 4 }, () => record(FONT, fontRecord())),
    ...Array.from({ length: CELL_FORMAT }, () => record(FORMAT_OF_CELLS, cellFormat(0, 0xff_f5))),
    record(FORMAT_OF_CELLS, cellFormat(0, 1)),
    record(FORMAT_OF_CELLS, cellFormat(AMOUNT, 1)),
    record(STYLE, Buffer.from([0x00, 0x80, 0x00, 0xff])),
  ]
  const name = sheetName.slice(0, 31)
  const nameBytes = Buffer.concat([Buffer.from([name.length, 1]), Buffer.from(name, 'utf16le')])
  const sheetAt = Buffer.concat(before).length + 4 + 6 + nameBytes.length + 4
  const place = Buffer.alloc(6)
  place.writeUInt32LE(sheetAt, 0)
  const workbook = [...before, record(SHEET, Buffer.concat([place, nameBytes])), record(EOF, Buffer.alloc(0))]
  return compoundFile({ streams: { Workbook: Buffer.concat([...workbook, ...sheetRecords(rows)]) } })
}

function sheetRecords(rows: Sheet['rows']): Buffer[] {
  const dimensions = Buffer.alloc(14)
  dimensions.writeUInt32LE(rows.length, 4)
  dimensions.writeUInt16LE(Math.max(0, ...rows.map((row) => row.length)), 10)
  return [
    record(BOF, numbers(VERSION, ONE_SHEET, 0x0dbb, 0x07cc, 0, 0, 6, 0)),
    record(DIMENSIONS, dimensions),
    ...rows.flatMap((row, line) => row.map((cell, column) => cellRecord(cell, line, column))),
    record(EOF, Buffer.alloc(0)),
  ]
}

function cellRecord(cell: string | number, line: number, column: number): Buffer {
  if (typeof cell === 'number') {
    const value = Buffer.alloc(8)
    value.writeDoubleLE(cell)
    return record(NUMBER_CELL, Buffer.concat([numbers(line, column, AMOUNT_FORMAT), value]))
  }
  const text = cell.slice(0, LONGEST_TEXT)
  const place = numbers(line, column, CELL_FORMAT, text.length)
  return record(TEXT_CELL, Buffer.concat([place, Buffer.from([1]), Buffer.from(text, 'utf16le')]))
}

function fontRecord(): Buffer {
  const name = 'Arial'
  // Height in twentieths of a point, automatic colour, normal weight.
  const look = numbers(200, 0, 0x7f_ff, 400, 0, 0, 0)
  return Buffer.concat([look, Buffer.from([name.length, 0]), Buffer.from(name, 'latin1')])
}

/** `parent`: 0xfff5 for a style, 1 for a cell that follows the first style. */
function cellFormat(format: number, parent: number): Buffer {
  return numbers(0, format, parent, 0x20, 0, 0, 0, 0, 0, 0x20_c0)
}

function record(type: number, content: Buffer): Buffer {
  return Buffer.concat([numbers(type, content.length), content])
}

/** Numbers of 16 bits, low byte first. */
function numbers(...list: number[]): Buffer {
  const bytes = Buffer.alloc(list.length * 2)
  for (const [index, number] of list.entries()) bytes.writeUInt16LE(number, index * 2)
  return bytes
}
