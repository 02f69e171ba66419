import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { restoreFailureText, RESTORED, takeFromBin } from '../../lib/restore-file.ts'
import type { ScreenNotice } from '../../ui/use-notice.ts'
import { DELETED, deleteFailureText } from './bin-texts.ts'
import { deleteOne } from './recycle-bin.queries.ts'

type Listeners = Pick<ScreenNotice, 'show' | 'dismiss'> & {
  readonly onGone: (fileId: number) => void
  readonly onSettled: () => void
}

/** Restores one file, or deletes it permanently after a confirmation. */
export function useRowActions({ show, dismiss, onGone, onSettled }: Listeners) {
  const [asked, setAsked] = useState<DeletedFile | null>(null)
  const inHand = useRef(new Set<number>())
  const settle = (fileId: number) => {
    inHand.current.delete(fileId)
    onSettled()
  }

  const { mutate: sendRestore } = useMutation({
    mutationFn: takeFromBin,
    onSuccess: (_answer, fileId) => {
      show({ tone: 'success', text: RESTORED })
      onGone(fileId)
    },
    onError: (failure) => show({ tone: 'error', text: restoreFailureText(failure) }),
    onSettled: (_answer, _failure, fileId) => settle(fileId),
  })
  const { mutate: sendDeletion } = useMutation({
    mutationFn: deleteOne,
    onSuccess: (_answer, fileId) => {
      show({ tone: 'success', text: DELETED })
      onGone(fileId)
    },
    onError: (failure) => show({ tone: 'error', text: deleteFailureText(failure) }),
    onSettled: (_answer, _failure, fileId) => settle(fileId),
  })

  /** Ignores a second click on a row while its call is running. */
  const start = useCallback(
    (send: (fileId: number) => void, fileId: number) => {
      if (inHand.current.has(fileId)) return
      inHand.current.add(fileId)
      dismiss()
      send(fileId)
    },
    [dismiss],
  )

  return {
    asked,
    ask: setAsked,
    decline: () => setAsked(null),
    confirm: () => {
      if (asked !== null) start(sendDeletion, asked.FileID)
      setAsked(null)
    },
    restore: useCallback((fileId: number) => start(sendRestore, fileId), [start, sendRestore]),
  }
}
