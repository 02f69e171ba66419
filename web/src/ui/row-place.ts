/**
 * A place in the body of a table: the row counted from the top, the column from the start. `WHOLE_ROW` is the row itself,
 * where rows take the focus.
 */
export type RowPlace = { readonly row: number; readonly column: number }

const WHOLE_ROW = -1

/** Excludes hidden inputs, such as that of a file button, because they take no focus. */
const CONTROL = 'a[href], button:not(:disabled), input:not(:disabled, [hidden])'

/** The element's place in the body of a table; null outside a table body. */
export function placeOf(element: Element): RowPlace | null {
  const row = element.closest<HTMLTableRowElement>('tbody > tr')
  if (!row) return null
  const cell = element.closest<HTMLTableCellElement>('tbody > tr > *')
  return { row: row.sectionRowIndex, column: cell ? cell.cellIndex : WHOLE_ROW }
}

/**
 * Focuses the control at a place. Uses the last row if there are fewer rows. If the column has no control, focuses the
 * row, or else its first control. Returns false if there is nothing to focus.
 */
export function focusPlace(body: HTMLTableSectionElement, { row, column }: RowPlace): boolean {
  const there = body.rows[Math.min(row, body.rows.length - 1)]
  const control = controlsIn(there?.cells[column])[0] ?? (isStop(there) ? there : controlsIn(there)[0])
  control?.focus()
  return control !== undefined
}

/** The controls that are shown, except those of a dialog inside; a phone shows others than a wide window. */
function controlsIn(element: Element | undefined): readonly HTMLElement[] {
  if (!element) return []
  const all = [...element.querySelectorAll<HTMLElement>(CONTROL)]
  return all.filter((control) => control.checkVisibility() && !element.contains(control.closest('dialog')))
}

/** Whether the row takes the focus itself. */
function isStop(row: HTMLTableRowElement | undefined): boolean {
  return row?.hasAttribute('tabindex') === true
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

const INTO_ROW: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Up, Down, Home and End move between rows in the same column; beyond the first or last row nothing happens. In a row
 * that takes the focus, Right and Left move between the row and its controls.
 */
export function moveByKey(event: KeyboardEvent): void {
  const { key, target, currentTarget: body } = event
  if (!(body instanceof HTMLTableSectionElement) || !(target instanceof Element)) return
  const place = placeOf(target)
  if (!place || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const sideways = INTO_ROW[key]
  if (sideways) return moveInRow(event, target, sideways)
  const row = STEPS[key]?.(place.row, body.rows.length) ?? -1
  if (row < 0 || row >= body.rows.length) return
  event.preventDefault()
  focusPlace(body, { ...place, row })
}

function moveInRow(event: KeyboardEvent, target: Element, step: 1 | -1): void {
  const row = target.closest('tr')
  if (!row || !isStop(row)) return
  const stops: readonly Element[] = [row, ...controlsIn(row)]
  const next = stops[stops.indexOf(target) + step]
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}

/** The headings of a table are one stop of the Tab key: Right and Left move between their buttons. */
export function moveInHeadByKey(event: KeyboardEvent): void {
  const { key, target, currentTarget: head } = event
  const step = INTO_ROW[key]
  if (!step || !(head instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const buttons = controlsIn(head)
  event.preventDefault()
  buttons[buttons.indexOf(target) + step]?.focus()
}
