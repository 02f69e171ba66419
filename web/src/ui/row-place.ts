/** A place in the body of a table: the row counted from the top, the column from the start. */
export type RowPlace = { readonly row: number; readonly column: number }

/** Excludes hidden inputs, such as that of a file button, because they take no focus. */
const CONTROL = 'a[href], button:not(:disabled), input:not(:disabled, [hidden])'

/** The element's place in the body of a table; null outside a table body. */
export function placeOf(element: Element): RowPlace | null {
  const cell = element.closest<HTMLTableCellElement>('tbody > tr > *')
  const row = cell?.closest('tr')
  return cell && row ? { row: row.sectionRowIndex, column: cell.cellIndex } : null
}

/**
 * Focuses the control at a place. Uses the last row if there are fewer rows, and the row's first control if the column
 * has none. Returns false if there is nothing to focus.
 */
export function focusPlace(body: HTMLTableSectionElement, { row, column }: RowPlace): boolean {
  const there = body.rows[Math.min(row, body.rows.length - 1)]
  const control =
    there?.cells[column]?.querySelector<HTMLElement>(CONTROL) ?? there?.querySelector<HTMLElement>(CONTROL)
  control?.focus()
  return control !== undefined && control !== null
}

/** The same column in the row with this key; null if that row is missing. */
export function placeOfKey(
  within: Element | null,
  { key, place }: { readonly key?: number; readonly place: RowPlace },
): RowPlace | null {
  const row = within?.querySelector<HTMLTableRowElement>(`tbody > tr[data-key="${key}"]`)
  return row ? { ...place, row: row.sectionRowIndex } : null
}

const STEPS: Readonly<Record<string, (row: number, rows: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  Home: () => 0,
  End: (_row, rows) => rows - 1,
}

/** Up, Down, Home and End move between rows in the same column; beyond the first or last row nothing happens. */
export function moveByKey(event: KeyboardEvent): void {
  const { key, target, currentTarget: body } = event
  const step = STEPS[key]
  if (!(body instanceof HTMLTableSectionElement) || !(target instanceof Element)) return
  const place = placeOf(target)
  if (!step || !place || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = step(place.row, body.rows.length)
  if (row < 0 || row >= body.rows.length) return
  event.preventDefault()
  focusPlace(body, { ...place, row })
}
