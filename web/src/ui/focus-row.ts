/** The row of a document; null if the list has none. */
export function rowOf(fileId: number | null): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${fileId}"]`)
}

/** Focuses the first of these rows that is in the list, or else `list`, once the panel is gone. */
export function focusRow(fileIds: readonly (number | null)[], list: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const row = fileIds.map(rowOf).find((each) => each !== null) ?? list
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
}
