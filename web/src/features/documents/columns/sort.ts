/** The order of the call by the column of the list. */
const ORDER_BY_COLUMN = {
  id: 'fileId',
  date: 'date',
  user: 'uploadedBy',
  category: 'category',
  type: 'type',
  name: 'fileName',
  description: 'description',
  county: 'county',
  status: 'status',
} as const

type SortColumn = (typeof ORDER_BY_COLUMN)[keyof typeof ORDER_BY_COLUMN]
type SortOrder = SortColumn | `-${SortColumn}`

const COLUMNS = Object.values(ORDER_BY_COLUMN)

/** The list's own order, the best match of a search, and each column: up, or down with a minus. */
export const ORDERS: readonly ('list' | 'best' | SortOrder)[] = [
  'list',
  'best',
  ...COLUMNS.flatMap((column): SortOrder[] => [column, `-${column}`]),
]

export type Order = (typeof ORDERS)[number]

/** The server has these in order already, so they take no time. */
const INDEXED = new Set<string>(['fileId', 'date', 'fileName'])

/** The newest come first. */
const LAST_FIRST = new Set<string>(['fileId', 'date'])

export function isColumnOrder(order: Order): boolean {
  return order !== 'list' && order !== 'best'
}

/** Whether the server sorts all matching documents for this order. */
export function needsSorting(order: Order): boolean {
  return isColumnOrder(order) && !INDEXED.has(order.replace('-', ''))
}

export type Sorting = {
  readonly direction: 'ascending' | 'descending' | null
  /** The order after a press on the heading: by the column, the other way round, and back to the order of the list. */
  readonly next: Order
}

/** How the list is sorted by a column; null for a column that sorts nothing. */
export function sortingOf(columnId: string, order: Order): Sorting | null {
  const column = (ORDER_BY_COLUMN as Readonly<Record<string, SortColumn | undefined>>)[columnId]
  if (column === undefined) return null
  const down = `-${column}` as const
  const [first, second]: readonly Order[] = LAST_FIRST.has(column) ? [down, column] : [column, down]
  const direction = order === column ? 'ascending' : order === down ? 'descending' : null
  if (order === first && second) return { direction, next: second }
  return { direction, next: order === second || !first ? 'list' : first }
}
