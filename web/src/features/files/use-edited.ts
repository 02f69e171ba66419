import type { Upload } from '@portal/contract/files.ts'
import { useState } from 'react'

const NOBODY: readonly Upload[] = []

/**
 * The document whose dialog is open, and those that stood below it on the page when it was opened: the list sorts anew
 * with each save, but who goes through it goes through it as it stood.
 */
export function useEdited(rows: readonly Upload[] = NOBODY) {
  const [queue, setQueue] = useState(NOBODY)
  const [edited = null, next = null] = queue
  return {
    edited,
    next,
    open: (document: Upload) => setQueue([document, ...rowsBelow(rows, document)]),
    goOn: () => setQueue(queue.slice(1)),
    close: () => setQueue(NOBODY),
  }
}

function rowsBelow(rows: readonly Upload[], { FileID }: Upload): readonly Upload[] {
  const place = rows.findIndex((row) => row.FileID === FileID)
  return place === -1 ? NOBODY : rows.slice(place + 1)
}
