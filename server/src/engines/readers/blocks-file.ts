import { z } from 'zod'

/** Blocks, or rows of a sheet, in one answer. */
export const BLOCKS_OF_AN_ANSWER = 200
const MAX_COLUMNS = 100
/** Rows of a sheet, and blocks of a text, that people can look at. */
export const MAX_ROWS = 20_000
const MAX_CELL_CHARACTERS = 5000
/** Characters of one block; the rest of a longer text is left out. */
const MAX_BLOCK_CHARACTERS = 20_000
const MAX_SHEETS = 200
export const MAX_ATTACHMENTS = 200

export type BlocksKind = 'doc' | 'docx' | 'sheet' | 'mail'

/** A question to `blocks.child.ts`. */
export type BlocksQuestion =
  | { readonly ask: 'outline' }
  | { readonly ask: 'blocks'; readonly sheet: number; readonly from: number }
  | { readonly ask: 'attachment'; readonly attachment: number }

const cell = z.object({
  text: z.string().max(MAX_CELL_CHARACTERS),
  /** How many columns and rows it takes. */
  columns: z.int().min(1).max(MAX_COLUMNS),
  rows: z.int().min(1).max(MAX_ROWS),
})

const block = z.object({
  kind: z.enum(['heading', 'paragraph', 'item', 'table', 'fields']),
  /** Of a heading from 1, and of an item from 0. */
  level: z.int().min(0).max(9),
  text: z.string().max(MAX_BLOCK_CHARACTERS),
  /** Of a table. Fields have a name and a value in each row. */
  rows: z.array(z.array(cell).max(MAX_COLUMNS)).max(BLOCKS_OF_AN_ANSWER),
})
export type FileBlock = z.output<typeof block>

export const fileBlocks = z.object({
  blocks: z.array(block).max(BLOCKS_OF_AN_ANSWER),
  /** Where the next part begins; null at the end. */
  next: z.int().min(0).max(MAX_ROWS).nullable(),
})
export type FileBlocks = z.output<typeof fileBlocks>

export const fileOutline = z.object({
  sheets: z.array(z.string().max(200)).max(MAX_SHEETS),
  attachments: z
    .array(z.object({ fileName: z.string().max(300), bytes: z.int().min(0) }))
    .max(MAX_ATTACHMENTS),
})
export type FileOutline = z.output<typeof fileOutline>

/** A file that is shown as blocks, open in a child. */
export type BlocksFile = {
  readonly outline: FileOutline
  blocks(sheet: number, from: number): FileBlocks
  /** The bytes of an attachment; undefined if there is none. */
  attachment(at: number): Uint8Array | undefined
}

export function textBlock(kind: 'heading' | 'paragraph' | 'item', text: string, level = 0): FileBlock {
  return { kind, level, text: text.slice(0, MAX_BLOCK_CHARACTERS), rows: [] }
}

export function cellOf(text: string, columns = 1, rows = 1): FileBlock['rows'][number][number] {
  return {
    text: text.slice(0, MAX_CELL_CHARACTERS),
    columns: Math.min(Math.max(columns, 1), MAX_COLUMNS),
    rows: Math.min(Math.max(rows, 1), MAX_ROWS),
  }
}

export function tableBlock(rows: FileBlock['rows'], kind: 'table' | 'fields' = 'table'): FileBlock {
  return {
    kind,
    level: 0,
    text: '',
    rows: rows.slice(0, BLOCKS_OF_AN_ANSWER).map((cells) => cells.slice(0, MAX_COLUMNS)),
  }
}

/** A part of all blocks of a text. */
export function partOf(blocks: readonly FileBlock[], from: number): FileBlocks {
  const end = from + BLOCKS_OF_AN_ANSWER
  const shown = blocks.slice(0, MAX_ROWS)
  return { blocks: shown.slice(from, end), next: end < shown.length ? end : null }
}

export function sheetNamed(name: string): string {
  return name.slice(0, 200)
}

/** The blocks of a plain text, one for each paragraph. */
export function paragraphsOf(text: string): FileBlock[] {
  return text
    .split(/\r\n|[\r\n\v\f]/u)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ROWS)
    .map((line) => textBlock('paragraph', line))
}

export class UnreadableBlocks extends Error {
  readonly reason: 'damaged' | 'password'
  constructor(reason: 'damaged' | 'password', why: string) {
    super(why)
    this.reason = reason
  }
}
