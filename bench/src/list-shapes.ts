import { callPath } from '@portal/contract/call-path.ts'
import { listUploads } from '@portal/contract/files/files.ts'
/** Query of one shape of the administrator's list; every shape has a full page already in the smallest set. */
export type ListShape = { readonly name: string; readonly filter: Readonly<Record<string, string>> }

export const LIST_SHAPES: readonly ListShape[] = [
  { name: 'all', filter: {} },
  { name: 'status', filter: { statusId: '2' } },
  { name: 'category', filter: { categoryId: '1' } },
  { name: 'type', filter: { typeId: '1' } },
  { name: 'category and status', filter: { categoryId: '1', statusId: '2' } },
  { name: 'county', filter: { countyId: '1' } },
  { name: 'county and status', filter: { countyId: '1', statusId: '2' } },
  { name: 'county and category', filter: { countyId: '1', categoryId: '1' } },
]

export const POSITIONS = ['first', 'middle', 'last'] as const
export type Position = (typeof POSITIONS)[number]

export function listPath(shape: ListShape, page = 1): string {
  return `/api${callPath(listUploads, { query: { ...shape.filter, page, pageSize: 50 } })}`
}

/** The page's number among the full ones; null when there is none. */
export function pageAt(position: Position, total: number): number | null {
  const full = Math.floor(total / 50)
  if (full === 0) return null
  if (position === 'first') return 1
  return position === 'last' ? full : Math.ceil(full / 2)
}
