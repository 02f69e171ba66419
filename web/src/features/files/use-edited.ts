import type { Upload } from '@portal/contract/files.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RowPlace } from '../../ui/row-place.ts'
import type { RowPlaceKeeper } from '../../ui/use-row-place.ts'

const NOBODY: readonly Upload[] = []

type Around = {
  readonly rows: readonly Upload[] | undefined
  readonly place: RowPlaceKeeper
  readonly onSaved: () => void
}

/**
 * The document whose dialog is open, and those that stood below it on the page when it was opened: the list sorts anew
 * with each save, but who goes through it goes through it as it stood. After a save the focus comes back to the place
 * where it was, though the document may have left it.
 */
export function useEdited({ rows = NOBODY, place, onSaved }: Around) {
  const [queue, setQueue] = useState(NOBODY)
  const [edited = null, next = null] = queue
  const from = useRef<RowPlace | null>(null)
  const isSaved = useRef(false)

  const onClosed = useEffectEvent(() => {
    // The dialog has given the focus back to the icon, wherever its row stands now.
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
    goOn: () => setQueue(queue.slice(1)),
    close: () => setQueue(NOBODY),
    saved: () => {
      isSaved.current = true
      onSaved()
    },
  }
}

function rowsBelow(rows: readonly Upload[], { FileID }: Upload): readonly Upload[] {
  const place = rows.findIndex((row) => row.FileID === FileID)
  return place === -1 ? NOBODY : rows.slice(place + 1)
}
