import { type Upload, deleteUpload, DELETE_FORBIDDEN } from '@portal/contract/files/files.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreFailureText, RESTORED, takeFromBin } from '../../lib/restore-file.ts'
import { useNotice, type NoticeContent } from '../../ui/use-notice.ts'
import { moveToBin } from './files.queries.ts'
import { CallError } from '../../lib/call.ts'
import { failedBy } from '../../lib/failure-text.ts'
import type { DeletionAnswer } from '../../lib/files.wire.ts'

const DELETED = 'File deleted successfully.'

const UNEXPECTED = 'Unexpected error occurred.'

type DeleteNotice = NoticeContent & {
  /** The document that Undo restores; not set where there is nothing to undo. */
  readonly undoes?: number
  /** A delete notice disappears by itself; the reason why a document could not be restored stays. */
  readonly isLasting?: boolean
}

type Listeners = {
  /** A document is about to return to the list. */
  readonly onUndo: (fileId: number) => void
  readonly onSettled: () => void
}

/** Deleting one document of the list: the question, the call, its notice and Undo. */
export function useDelete({ onUndo, onSettled }: Listeners) {
  const [asked, setAsked] = useState<Upload | null>(null)
  const { notice, show, dismiss } = useNotice<DeleteNotice>()

  const deletion = useMutation({
    mutationFn: moveToBin,
    onSuccess: (answer, fileId) => {
      const problem = deletionProblem(answer)
      if (problem !== null) return show({ tone: 'error', text: problem })
      show({ tone: 'success', text: DELETED, undoes: fileId })
    },
    onError: (failure) => show({ tone: 'error', text: deleteFailureText(failure) }),
    onSettled,
  })
  const restoring = useMutation({
    mutationFn: takeFromBin,
    onSuccess: () => show({ tone: 'success', text: RESTORED }),
    onError: (failure) => show({ tone: 'error', text: restoreFailureText(failure), isLasting: true }),
    onSettled,
  })

  const undoes = notice?.undoes
  return {
    asked,
    notice,
    ask: setAsked,
    confirm: () => {
      if (asked !== null) deletion.mutate(asked.FileID)
      setAsked(null)
    },
    decline: () => setAsked(null),
    dismiss,
    /** Shows, in the place of its own notice, why something cannot be done. */
    tell: (why: string) => show({ tone: 'error', text: why, isLasting: true }),
    /** Restores the document that the notice is about; null where there is none. */
    undo:
      undoes === undefined
        ? null
        : () => {
            dismiss()
            onUndo(undoes)
            restoring.mutate(undoes)
          },
  }
}

export type Deletion = ReturnType<typeof useDelete>

/** Why a deletion failed, in the words of the error catalogue: the server's text first (specification, section 8). */
export function deleteFailureText(failure: unknown): string {
  if (!(failure instanceof CallError)) return deleteUpload.fallback
  if (failure.fromServer) return failure.message
  return failedBy(failure, DELETE_FORBIDDEN) ? DELETE_FORBIDDEN.sentence : deleteUpload.fallback
}

/**
 * Why a deletion that was answered with 2xx has not happened, in the answer's own words where it has any; null where it
 * has.
 */
export function deletionProblem({ isDone, error }: DeletionAnswer): string | null {
  return isDone ? null : (error ?? UNEXPECTED)
}
