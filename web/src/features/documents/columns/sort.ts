import type { Order } from '../list-address.ts'

/** The order of the call by the column of the list. */
const ORDER_BY_COLUMN = {
  id: 'fileId',
  date: 'date',
  user: 'uploadedBy',
  category: 'category',
  type: 'type',
  name: 'fileName',
  owner: 'owner',
  description: 'description',
  county: 'county',
  status: 'status',
} as const satisfies Readonly<Record<string, Order>>

type ListedColumn = (typeof ORDER_BY_COLUMN)[keyof typeof ORDER_BY_COLUMN]

/** The server has these in order already, so they take no time. */
const INDEXED = new Set<string>(['fileId', 'fileName'])

/** The newest come first. */
const LAST_FIRST = new Set<string>(['fileId', 'date'])

export function isColumnOrder(order: Order): boolean {
  return order !== 'list' && order !== 'best'
}

/** Whether the server sorts all matching documents for this order. Up by status is the order of the list. */
export function needsSorting(order: Order): boolean {
  return isColumnOrder(order) && order !== 'status' && !INDEXED.has(order.replace('-', ''))
}

export type Sorting = {
  readonly direction: 'ascending' | 'descending' | null
  /** The order after a press on the heading: by the column, the other way round, and back to the order of the list. */
  readonly next: Order
}

/** How the list is sorted by a column; null for a column that sorts nothing. */
export function sortingOf(columnId: string, order: Order): Sorting | null {
  const column = (ORDER_BY_COLUMN as Readonly<Record<string, ListedColumn | undefined>>)[columnId]
  if (column === undefined) return null
  const down = `-${column}` as const
  const [first, second]: readonly Order[] = LAST_FIRST.has(column) ? [down, column] : [column, down]
  const direction = order === column ? 'ascending' : order === down ? 'descending' : null
  if (order === first && second) return { direction, next: second }
  return { direction, next: order === second || !first ? 'list' : first }
}
