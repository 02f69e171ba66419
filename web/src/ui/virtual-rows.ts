/**
 * Pixels. Browsers cut off elements taller than about 17 million, so a longer list is drawn within this height. The
 * wheel scrolls it normally; dragging the scrollbar jumps proportionally.
 */
const MAX_HEIGHT_PX = 15_000_000

/** Extra rows drawn before and after the visible ones, for fast scrolling. */
const MARGIN_ROWS = 10

export type Extent = {
  readonly count: number
  /** Pixels, like all fields below. */
  readonly rowHeight: number
  readonly viewport: number
}

export type Position = {
  readonly top: number
  /** How much further down the list the window is than `top`. */
  readonly shift: number
}

export const AT_TOP: Position = { top: 0, shift: 0 }

/** The height of the area in which the rows are drawn. */
export function drawnHeight({ count, rowHeight }: Pick<Extent, 'count' | 'rowHeight'>): number {
  return Math.min(count * rowHeight, MAX_HEIGHT_PX)
}

/** The window's position in the list after scrolling to `top`. */
export function scrolledTo(top: number, before: Position, extent: Extent): Position {
  const last = drawnHeight(extent) - extent.viewport
  const lastInList = extent.count * extent.rowHeight - extent.viewport
  if (lastInList <= last || top <= 0) return { top, shift: 0 }
  if (top >= last) return { top, shift: lastInList - last }
  const isStep = Math.abs(top - before.top) <= extent.viewport
  const shift = isStep ? before.shift : Math.round((top / last) * lastInList - top)
  return { top, shift: Math.min(Math.max(shift, -top), lastInList - top) }
}

/** The rows to draw; `end` is exclusive. */
export function rowsAround({ top, shift }: Position, extent: Extent): { first: number; end: number } {
  const { count, rowHeight, viewport } = extent
  const first = Math.floor((top + shift) / rowHeight) - MARGIN_ROWS
  const end = Math.ceil((top + shift + viewport) / rowHeight) + MARGIN_ROWS
  return { first: Math.min(Math.max(first, 0), count), end: Math.min(Math.max(end, 0), count) }
}
