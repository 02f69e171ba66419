import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { useEffect, useState } from 'react'
import { createSelection, useContents } from '../../lib/selection/selection.ts'
import type { ScreenNotice } from '../../ui/use-notice.ts'
import { deleteSelected } from './bulk-delete.ts'
import { deleteMany, deleteOne } from './recycle-bin.queries.ts'

type Options = Pick<ScreenNotice, 'show' | 'dismiss'> & {
  readonly files: readonly DeletedFile[]
  readonly onGone: (fileIds: readonly number[]) => void
  readonly onSettled: () => void
}

/** The Bulk Delete mode: its selection and actions. Turning it off clears the selection. */
export function useBulkSelection({ files, show, dismiss, onGone, onSettled }: Options) {
  const [isOn, setIsOn] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [restored, setRestored] = useState<readonly number[] | null>(null)
  const [selection] = useState(createSelection)
  const contents = useContents(selection)
  // Files that left the bin in the meantime are no longer selected.
  const selected = isOn
    ? files.map(({ FileID }) => FileID).filter((id) => contents.kind === 'files' && contents.ids.has(id))
    : []

  const turn = (on: boolean) => {
    selection.set([])
    setIsOn(on)
  }

  useEffect(() => {
    selection.setRows({ ids: files.map(({ FileID }) => FileID), filter: '' })
  }, [selection, files])

  const confirm = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    dismiss()
    const { gone, tone, text } = await deleteSelected(selected, { many: deleteMany, one: deleteOne })
    setIsDeleting(false)
    if (tone === 'success') turn(false)
    show({ tone, text })
    if (gone.length > 0) onGone(gone)
    onSettled()
  }

  return {
    isOn,
    isAsking,
    isDeleting,
    restored,
    selection,
    selected,
    turn,
    selectAll: (isWanted: boolean) => selection.set(isWanted ? files.map(({ FileID }) => FileID) : []),
    ask: () => setIsAsking(true),
    decline: () => setIsAsking(false),
    confirm,
    /** Opens the dialog that restores the selection. */
    restore: () => {
      dismiss()
      setRestored(selected)
    },
    stopRestoring: () => setRestored(null),
  }
}

export type BulkSelection = ReturnType<typeof useBulkSelection>
