import type { SheetRow } from './read-sheet.ts'

/** The possible columns of a spreadsheet, in the order of a sheet without headings. */
export const COLUMNS = ['file', 'category', 'type', 'description', 'county', 'owner', 'relation'] as const
export type Column = (typeof COLUMNS)[number]

/** The column names as shown on screen. */
export const COLUMN_NAMES: Readonly<Record<Column, string>> = {
  file: 'File name',
  category: 'Category',
  type: 'Type',
  description: 'Description',
  county: 'County',
  owner: 'Party number',
  relation: 'Relation type',
}

/** The accepted headings, in lower case without spaces and punctuation. */
const HEADINGS: Readonly<Record<string, Column>> = {
  file: 'file',
  filename: 'file',
  name: 'file',
  document: 'file',
  category: 'category',
  attachmentcategory: 'category',
  type: 'type',
  attachmenttype: 'type',
  documenttype: 'type',
  description: 'description',
  county: 'county',
  countyname: 'county',
  owner: 'owner',
  ownernbr: 'owner',
  ownernumber: 'owner',
  party: 'owner',
  partynumber: 'owner',
  relation: 'relation',
  relationtype: 'relation',
}

export type Sheet = {
  /** The meaning of each column; null if unknown. */
  readonly columns: readonly (Column | null)[]
  /** Headings that are unknown or repeated. */
  readonly unused: readonly string[]
  readonly rows: readonly SheetRow[]
}

/**
 * Identifies the columns: by the first line if it has headings, else in the usual order. A first line that starts with
 * a file's name is not a heading line.
 */
export function toSheet(rows: readonly SheetRow[], isFile: (cell: string) => boolean): Sheet {
  const [first, ...others] = rows
  if (!first || isFile(first.cells[0] ?? '') || !areHeadings(first.cells)) {
    return { columns: COLUMNS, unused: [], rows }
  }
  const columns = first.cells.map((cell, at) => {
    const column = headingOf(cell)
    return column && first.cells.findIndex((each) => headingOf(each) === column) === at ? column : null
  })
  const unused = first.cells.filter((cell, at) => cell !== '' && columns[at] === null)
  // The first column holds the file names, whatever its heading.
  if (!columns.includes('file') && columns[0] === null) {
    return {
      columns: columns.with(0, 'file'),
      unused: unused.filter((cell) => cell !== first.cells[0]),
      rows: others,
    }
  }
  return { columns, unused, rows: others }
}

/** The cell of a column; empty if the sheet lacks the column. */
export function cellOf({ columns }: Sheet, { cells }: SheetRow, column: Column): string {
  return cells[columns.indexOf(column)] ?? ''
}

function headingOf(cell: string): Column | undefined {
  const heading = cell.toLowerCase().replaceAll(/[^a-z]/gu, '')
  return Object.hasOwn(HEADINGS, heading) ? HEADINGS[heading] : undefined
}

function areHeadings(cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean)
  const known = filled.filter((cell) => headingOf(cell) !== undefined)
  return known.length > 1 || (known.length === 1 && filled.length <= 2)
}
