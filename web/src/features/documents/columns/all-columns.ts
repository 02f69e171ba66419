import type { Offers } from '../offers.ts'
import type { DocumentExportColumn } from '@portal/contract/files/export-uploads.ts'
import type { ColumnChoice, ColumnInfo } from './column-choice.ts'

/** The columns of the specification, section 2, in their order, and those that a person may add. */
const HEADERS = {
  id: 'File ID',
  date: 'Date',
  user: 'User',
  category: 'Category',
  type: 'Type',
  name: 'File name',
  owner: 'Owner',
  description: 'Description',
  county: 'County',
  status: 'Status',
  assignee: 'Assigned To',
  view: 'View',
  delete: 'Delete',
} as const

export type ColumnId = keyof typeof HEADERS

/** The first column names its row, and the actions of a row are in its view. */
const FIXED = new Set<ColumnId>(['id', 'view'])
const ADDED = new Set<ColumnId>(['name', 'owner', 'assignee'])

const IDS = Object.keys(HEADERS) as ColumnId[]

/** The columns that exist for a person. */
export function columnsFor({
  counties,
  deletion,
}: Pick<Offers, 'counties' | 'deletion'>): readonly ColumnInfo[] {
  const missing = new Set<ColumnId>([
    ...(counties ? [] : ['county' as const]),
    ...(deletion ? [] : ['delete' as const]),
  ])
  return IDS.filter((id) => !missing.has(id)).map((id) => ({
    id,
    header: HEADERS[id],
    isDefault: !ADDED.has(id),
    isFixed: FIXED.has(id),
  }))
}

/** What an export has for a column of the list; actions are in no file. */
const EXPORTED: Readonly<Record<string, readonly DocumentExportColumn[]>> = {
  id: ['id'],
  date: ['date'],
  user: ['user'],
  category: ['category'],
  type: ['type'],
  name: ['name'],
  owner: ['owner', 'ownerNumber'],
  description: ['description'],
  county: ['county'],
  status: ['status'],
  assignee: ['assignee'],
} satisfies Partial<Record<ColumnId, readonly DocumentExportColumn[]>>

/** The shown columns in their order, as an export names them. The list shows a file name above its description. */
export function exportedColumns(
  choices: readonly Pick<ColumnChoice, 'id' | 'isShown'>[],
): readonly DocumentExportColumn[] {
  const shown = choices.filter(({ isShown }) => isShown)
  const hasName = shown.some(({ id }) => id === 'name')
  return shown.flatMap(({ id }) => [
    ...(id === 'description' && !hasName ? ['name' as const] : []),
    ...(EXPORTED[id] ?? []),
  ])
}
