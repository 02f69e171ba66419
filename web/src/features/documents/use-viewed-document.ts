import type { Upload } from '@portal/contract/files/files.ts'
import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { numberIn } from '../../lib/address-number.ts'

/** The parameter of the address with the document in the panel: `/home?view=2054`, or the first row: `?view=first`. */
const VIEW = 'view'
const FIRST = 'first'

/** The document in the panel, and its neighbors in the list as it is shown. */
export function useViewedDocument(rows: readonly Upload[] = []) {
  const [params, setParams] = useSearchParams()
  const named = params.get(VIEW) ?? ''
  const fileId = named === FIRST ? (rows[0]?.FileID ?? null) : (numberIn(named) ?? null)
  const at = rows.findIndex(({ FileID }) => FileID === fileId)
  const holdRow = useHeldRow(fileId !== null)
  const show = (id: number | null, { isStep }: { readonly isStep: boolean }) =>
    setParams(
      (before) => {
        if (id === null) before.delete(VIEW)
        else before.set(VIEW, String(id))
        return before
      },
      { replace: isStep, preventScrollReset: true },
    )
  return {
    fileId,
    previous: rows[at - 1]?.FileID ?? null,
    next: (at === -1 ? undefined : rows[at + 1])?.FileID ?? null,
    /** Back closes the panel, however many documents it has shown. */
    open: (id: number) => {
      if (fileId === null) holdRow(id)
      show(id, { isStep: fileId !== null })
    },
    close: () => {
      holdRow(fileId)
      show(null, { isStep: true })
      focusRow(fileId)
    },
  }
}

function rowOf(fileId: number | null): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${fileId}"]`)
}

/**
 * The list gets narrower beside the panel, so the filters above it may need more lines. Returns a function that leaves a
 * row where it is in the window while the panel opens or closes.
 */
function useHeldRow(isOpen: boolean): (fileId: number | null) => void {
  const held = useRef<{ readonly row: HTMLElement; readonly top: number; readonly wasOpen: boolean } | null>(
    null,
  )
  useLayoutEffect(() => {
    const { current } = held
    if (current === null || current.wasOpen === isOpen) return
    held.current = null
    scrollBy({ top: current.row.getBoundingClientRect().top - current.top, behavior: 'instant' })
  })
  return (fileId) => {
    const row = rowOf(fileId)
    held.current = row && { row, top: row.getBoundingClientRect().top, wasOpen: isOpen }
  }
}

/** The row of the document, once the panel is gone. */
function focusRow(fileId: number | null): void {
  requestAnimationFrame(() => {
    const row = rowOf(fileId)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
}
