import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { numberIn } from '../lib/address-number.ts'
import { focusRow, rowOf } from './focus-row.ts'

/** The parameter of the address with the document in the panel: `?view=2054`, or the first row: `?view=first`. */
const VIEW = 'view'
const FIRST = 'first'

/** A row of a list of documents. */
type Row = { readonly FileID: number }

/**
 * The document in the panel, and its neighbors in the list as it is shown. A document that has left the list, such as one
 * with another status, keeps the neighbors that it had (R16.20). `list` has the focus if no row is left. The keys of the
 * rows of its table are their file ids.
 */
export function useViewedDocument(rows: readonly Row[] = [], list: RefObject<HTMLElement | null>) {
  const [params, setParams] = useSearchParams()
  const named = params.get(VIEW) ?? ''
  const fileId = named === FIRST ? (rows[0]?.FileID ?? null) : (numberIn(named) ?? null)
  const { previous, next } = useNeighbors(fileId, rows)
  const holdRow = useHeldRow(fileId !== null)
  const show = useCallback(
    (id: number | null, { isStep }: { readonly isStep: boolean }) =>
      setParams(
        (before) => {
          if (id === null) before.delete(VIEW)
          else before.set(VIEW, String(id))
          return before
        },
        { replace: isStep, preventScrollReset: true },
      ),
    [setParams],
  )
  // Stable while the address is, for tables that render only when their rows change.
  const open = useCallback(
    (id: number) => {
      if (fileId === null) holdRow(id)
      show(id, { isStep: fileId !== null })
    },
    [fileId, holdRow, show],
  )
  return {
    fileId,
    previous,
    next,
    /** Back closes the panel, however many documents it has shown. */
    open,
    close: () => {
      holdRow(fileId)
      show(null, { isStep: true })
      focusRow([fileId, next, previous, rows[0]?.FileID ?? null], list.current)
    },
    /** Closes the panel and leaves the focus where it is. */
    leave: () => {
      if (fileId !== null) show(null, { isStep: true })
    },
  }
}

/** The nearest documents above and below a document that are still in the list. */
function useNeighbors(fileId: number | null, rows: readonly Row[]) {
  const [last, setLast] = useState<{ readonly fileId: number | null; readonly rows: readonly Row[] }>()
  const isListed = rows.some(({ FileID }) => FileID === fileId)
  if (isListed && (last?.fileId !== fileId || last.rows !== rows)) setLast({ fileId, rows })
  const order = !isListed && last?.fileId === fileId ? last.rows : rows
  const at = order.findIndex(({ FileID }) => FileID === fileId)
  const isStillListed = ({ FileID }: Row) => rows.some((row) => row.FileID === FileID)
  return {
    previous: order.slice(0, Math.max(at, 0)).findLast(isStillListed)?.FileID ?? null,
    next: (at === -1 ? [] : order.slice(at + 1)).find(isStillListed)?.FileID ?? null,
  }
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
  return useCallback(
    (fileId) => {
      const row = rowOf(fileId)
      held.current = row && { row, top: row.getBoundingClientRect().top, wasOpen: isOpen }
    },
    [isOpen],
  )
}
