import type { Upload } from '@portal/contract/files/files.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RowPlace } from '../../ui/row-place.ts'
import type { RowPlaceKeeper } from '../../ui/use-row-place.ts'

const NO_ROWS: readonly Upload[] = []

type Options = {
  readonly rows: readonly Upload[] | undefined
  readonly place: RowPlaceKeeper
  readonly onSaved: () => void
}

/**
 * The document in the open dialog, and the documents that were below it when it opened. Each save re-sorts the list,
 * but users proceed in the order they saw. After a save the focus returns to the same position, even if another
 * document is there by then.
 */
export function useEditQueue({ rows = NO_ROWS, place, onSaved }: Options) {
  const [queue, setQueue] = useState(NO_ROWS)
  const [edited = null, next = null] = queue
  const from = useRef<RowPlace | null>(null)
  const isSaved = useRef(false)

  const onClosed = useEffectEvent(() => {
    // The dialog has returned the focus to the icon, wherever its row is now.
    if (isSaved.current && from.current) place.keep(from.current)
    isSaved.current = false
  })
  const isOpen = edited !== null
  useEffect(() => {
    if (!isOpen) onClosed()
  }, [isOpen])

  return {
    edited,
    next,
    open: (document: Upload) => {
      from.current = place.current()
      setQueue([document, ...rowsBelow(rows, document)])
    },
    openNext: () => setQueue(queue.slice(1)),
    close: () => setQueue(NO_ROWS),
    saved: () => {
      isSaved.current = true
      onSaved()
    },
  }
}

function rowsBelow(rows: readonly Upload[], { FileID }: Upload): readonly Upload[] {
  const place = rows.findIndex((row) => row.FileID === FileID)
  return place === -1 ? NO_ROWS : rows.slice(place + 1)
}
