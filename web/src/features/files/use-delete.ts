import type { Upload } from '@portal/contract/files.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreFailureText, RESTORED, takeFromBin } from '../../lib/restore-file.ts'
import { deleteFailureText, DELETED, deletionProblem } from './failure-texts.ts'
import { moveToBin } from './files.queries.ts'

export type DeleteNotice = {
  readonly id: number
  readonly tone: 'success' | 'error'
  readonly text: string
  /** The document that Undo brings back; null where there is nothing to undo. */
  readonly undoes: number | null
  /** A delete notice goes by itself; why a document could not be brought back stays. */
  readonly isLasting: boolean
}

type Listeners = {
  /** A document is about to come back into the list. */
  readonly onUndo: (fileId: number) => void
  readonly onSettled: () => void
}

/** Deletion of one document of the list: the question, the call, its notice and the way back. */
export function useDelete({ onUndo, onSettled }: Listeners) {
  const [asked, setAsked] = useState<Upload | null>(null)
  const [notice, setNotice] = useState<DeleteNotice | null>(null)
  const tell = (told: Pick<DeleteNotice, 'tone' | 'text'> & Partial<DeleteNotice>) =>
    setNotice((before) => ({ undoes: null, isLasting: false, ...told, id: (before?.id ?? 0) + 1 }))

  const deletion = useMutation({
    mutationFn: moveToBin,
    onSuccess: (answer, fileId) => {
      const problem = deletionProblem(answer)
      if (problem !== null) return tell({ tone: 'error', text: problem })
      tell({ tone: 'success', text: DELETED, undoes: fileId })
    },
    onError: (failure) => tell({ tone: 'error', text: deleteFailureText(failure) }),
    onSettled,
  })
  const restoring = useMutation({
    mutationFn: takeFromBin,
    onSuccess: () => tell({ tone: 'success', text: RESTORED }),
    onError: (failure) => tell({ tone: 'error', text: restoreFailureText(failure), isLasting: true }),
    onSettled,
  })

  const undoes = notice?.undoes ?? null
  return {
    asked,
    notice,
    ask: setAsked,
    confirm: () => {
      if (asked !== null) deletion.mutate(asked.FileID)
      setAsked(null)
    },
    decline: () => setAsked(null),
    dismiss: () => setNotice(null),
    /** Brings the document back that the notice tells of; null where it tells of none. */
    undo:
      undoes === null
        ? null
        : () => {
            setNotice(null)
            onUndo(undoes)
            restoring.mutate(undoes)
          },
  }
}

export type Deletion = ReturnType<typeof useDelete>
