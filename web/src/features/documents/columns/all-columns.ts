import type { Offers } from '../offers.ts'
import type { ColumnInfo } from './column-choice.ts'

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
  view: 'View',
  delete: 'Delete',
} as const

export type ColumnId = keyof typeof HEADERS

/** The first column names its row, and the actions of a row are in its view. */
const FIXED = new Set<ColumnId>(['id', 'view'])
const ADDED = new Set<ColumnId>(['name', 'owner'])

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
