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
  /** The document that Undo restores; unset if there is nothing to undo. */
  readonly undoes?: number
  /** A delete notice closes by itself; the reason for a failed restore stays. */
  readonly isLasting?: boolean
}

type Listeners = {
  /** Called when a document is about to return to the list. */
  readonly onUndo: (fileId: number) => void
  readonly onSettled: () => void
}

/** Deletes one document of the list: confirmation, request, notice and Undo. */
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
    /** Shows, in place of the deletion's notice, why something is not possible. */
    tell: (why: string) => show({ tone: 'error', text: why, isLasting: true }),
    /** Restores the document of the notice; null if there is none. */
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

/** Why a deletion failed despite a 2xx response, in the response's words if it has any; null if it succeeded. */
export function deletionProblem({ isDone, error }: DeletionAnswer): string | null {
  return isDone ? null : (error ?? UNEXPECTED)
}
