import type { DeletedFile } from '@portal/contract/recycle-bin.ts'
import { useState } from 'react'
import { deleteSelected } from './bulk-delete.ts'
import { deleteMany, deleteOne } from './recycle-bin.queries.ts'
import { createSelection, useSelectedIds } from './selection.ts'
import type { StatusBanner } from './use-banner.ts'

type Surroundings = StatusBanner & {
  readonly files: readonly DeletedFile[]
  readonly onGone: (fileIds: readonly number[]) => void
  readonly onSettled: () => void
}

/** The Bulk Delete mode: its selection, its question and the deletion. Turning it off clears the selection. */
export function useBulkDelete({ files, tell, dismiss, onGone, onSettled }: Surroundings) {
  const [isOn, setIsOn] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [selection] = useState(createSelection)
  const chosen = useSelectedIds(selection)
  // What has left the bin in the meantime is no part of the selection any more.
  const selected = isOn ? files.filter(({ FileID }) => chosen.has(FileID)).map(({ FileID }) => FileID) : []

  const turn = (on: boolean) => {
    selection.set([])
    setIsOn(on)
  }

  const confirm = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    dismiss()
    const { gone, tone, text } = await deleteSelected(selected, { many: deleteMany, one: deleteOne })
    setIsDeleting(false)
    if (tone === 'success') turn(false)
    tell(tone, text)
    if (gone.length > 0) onGone(gone)
    onSettled()
  }

  return {
    isOn,
    isAsking,
    isDeleting,
    selection,
    selected,
    turn,
    selectAll: (isWanted: boolean) => selection.set(isWanted ? files.map(({ FileID }) => FileID) : []),
    ask: () => setIsAsking(true),
    decline: () => setIsAsking(false),
    confirm,
  }
}

export type BulkDelete = ReturnType<typeof useBulkDelete>
