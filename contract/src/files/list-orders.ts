/** Columns that sort the list. */
export const SORT_COLUMNS = [
  'fileId',
  'date',
  'uploadedBy',
  'county',
  'category',
  'type',
  'description',
  'status',
  'fileName',
  'size',
  'owner',
] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** The list's own order, the best match of a search, and each column: up, or down with a minus. */
export const LIST_ORDERS = [
  'list',
  'best',
  ...SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const),
] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** A list of more documents is sorted only by a column that has an index. */
export const MAX_SORTED = 50_000
