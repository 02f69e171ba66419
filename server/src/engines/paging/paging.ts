import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { failure } from '../http/errors.ts'

// Lists that continue at a row instead of counting pages, so that rows that come or go leave nothing out.

/** A page, and the cursor of the next one; null on the last. Queries read one row more than `size`. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, next: last ? cursorOf(last) : null }
}

const FROM_PAGE_BEFORE = 'after must be taken from the page before it.'

/**
 * The place of a cursor; null without one. A cursor grants no right.
 * @throws PortalError 400 if `parse` returns null.
 */
export function decodeCursor<Place>(
  cursor: string | undefined,
  parse: (text: string) => Place | null,
): Place | null {
  if (cursor === undefined) return null
  const place = parse(cursor)
  if (place === null) throw failure(REQUEST_INVALID, { values: { problem: FROM_PAGE_BEFORE } })
  return place
}
