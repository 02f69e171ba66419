import { read, utils, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import {
  BLOCKS_OF_AN_ANSWER,
  cellOf,
  MAX_ROWS,
  sheetNamed,
  tableBlock,
  UnreadableBlocks,
  type BlocksFile,
  type FileBlocks,
} from './blocks-file.ts'

const MAX_SHEETS = 200
const MAX_COLUMNS = 100

const PASSWORD = /password|encrypt/iu
/** How the library shows a number with many digits. */
const EXPONENT = /^-?\d(?:\.\d+)?E\+\d+$/u

/** A workbook of Excel, old or new. @throws UnreadableBlocks */
export async function openWorkbook(bytes: Uint8Array): Promise<BlocksFile> {
  const workbook = readWorkbook(bytes)
  const names = workbook.SheetNames.slice(0, MAX_SHEETS)
  return {
    outline: { sheets: names.map(sheetNamed), attachments: [] },
    blocks: (sheet, from) => rowsOf(workbook.Sheets[names[sheet] ?? ''], from),
    attachment: () => undefined,
  }
}

function readWorkbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      sheetRows: MAX_ROWS,
      cellFormula: false,
      cellHTML: false,
    })
  } catch (error) {
    const why = String(error)
    throw new UnreadableBlocks(PASSWORD.test(why) ? 'password' : 'damaged', why)
  }
}

function rowsOf(sheet: WorkSheet | undefined, from: number): FileBlocks {
  const extent = sheet?.['!ref']
  if (!sheet || extent === undefined) return { blocks: [], next: null }
  const { s: start, e: end } = utils.decode_range(extent)
  const data = (sheet as { readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[] })[
    '!data'
  ]
  const rowCount = Math.min(end.r + 1, MAX_ROWS)
  const columns = Math.min(end.c - start.c + 1, MAX_COLUMNS)
  const to = Math.min(from + BLOCKS_OF_AN_ANSWER, rowCount)
  const rows = Array.from({ length: Math.max(0, to - from) }, (_row, at) =>
    Array.from({ length: columns }, (_cell, column) => cellOf(textOf(data?.[from + at]?.[start.c + column]))),
  )
  return { blocks: [tableBlock(rows)], next: to < rowCount ? to : null }
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z') return ''
  const shown = cell.w ?? String(cell.v ?? '')
  return cell.t === 'n' && EXPONENT.test(shown) ? String(cell.v) : shown
}
