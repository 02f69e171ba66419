import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { useEffect, useState } from 'react'
import { createSelection, useContents } from '../../lib/selection/selection.ts'
import { takeFromBin, restoreFailureText, RESTORED } from '../../lib/restore-file.ts'
import type { ScreenNotice } from '../../ui/use-notice.ts'
import { deleteSelected, type BulkOutcome } from './bulk-delete.ts'
import { deleteMany, deleteOne } from './recycle-bin.queries.ts'
import { CallError } from '../../lib/call.ts'

type Options = Pick<ScreenNotice, 'show' | 'dismiss'> & {
  readonly files: readonly DeletedFile[]
  readonly onGone: (fileIds: readonly number[]) => void
  readonly onSettled: () => void
}

type BulkAction = 'deleting' | 'restoring'

/** The Bulk Delete mode: its selection and actions. Turning it off clears the selection. */
export function useBulkSelection({ files, show, dismiss, onGone, onSettled }: Options) {
  const [isOn, setIsOn] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState<BulkAction | null>(null)
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

  const work = async (what: BulkAction, outcome: () => Promise<BulkOutcome>) => {
    setBusy(what)
    dismiss()
    const { gone, tone, text } = await outcome()
    setBusy(null)
    if (tone === 'success') turn(false)
    show({ tone, text })
    if (gone.length > 0) onGone(gone)
    onSettled()
  }

  const confirm = () => {
    setIsAsking(false)
    return work('deleting', () => deleteSelected(selected, { many: deleteMany, one: deleteOne }))
  }

  return {
    isOn,
    isAsking,
    busy,
    selection,
    selected,
    turn,
    selectAll: (isWanted: boolean) => selection.set(isWanted ? files.map(({ FileID }) => FileID) : []),
    ask: () => setIsAsking(true),
    decline: () => setIsAsking(false),
    confirm,
    restore: () => void work('restoring', () => restoreSelected(selected, takeFromBin)),
  }
}

export type BulkSelection = ReturnType<typeof useBulkSelection>

/** Restores files one after another, in the order of the rows. Never throws. */
export async function restoreSelected(
  ids: readonly number[],
  restore: (id: number) => Promise<unknown>,
): Promise<BulkOutcome> {
  const gone: number[] = []
  let reason: string | null = null
  for (const id of ids) {
    try {
      await restore(id)
      gone.push(id)
    } catch (failure) {
      reason ??= restoreFailureText(failure)
      // Without a connection or a session, the others would fail too.
      if (!(failure instanceof CallError) || failure.status === 0 || failure.status === 401) break
    }
  }
  if (reason !== null)
    return { gone, tone: 'error', text: `${reason} ${restoredText(gone.length, ids.length)}` }
  return {
    gone,
    tone: 'success',
    text: ids.length === 1 ? RESTORED : `${ids.length} files restored successfully.`,
  }
}

function restoredText(restored: number, selected: number): string {
  return `${restored} of ${selected} selected files were restored.`
}
