import type { Upload } from '@portal/contract/files.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteFailureText, DELETED, deletionProblem } from './failure-texts.ts'
import { moveToBin } from './files.queries.ts'

export type DeleteNotice = { readonly id: number; readonly tone: 'success' | 'error'; readonly text: string }

type Listeners = { readonly onDeleted: () => void; readonly onSettled: () => void }

/** Deletion of one document of the list: the question, the call and its notice. */
export function useDelete({ onDeleted, onSettled }: Listeners) {
  const [asked, setAsked] = useState<Upload | null>(null)
  const [notice, setNotice] = useState<DeleteNotice | null>(null)
  const tell = (tone: DeleteNotice['tone'], text: string) =>
    setNotice((before) => ({ id: (before?.id ?? 0) + 1, tone, text }))

  const deletion = useMutation({
    mutationFn: moveToBin,
    onSuccess: (answer) => {
      const problem = deletionProblem(answer)
      if (problem !== null) return tell('error', problem)
      tell('success', DELETED)
      onDeleted()
    },
    onError: (failure) => tell('error', deleteFailureText(failure)),
    onSettled,
  })

  const confirm = () => {
    if (asked !== null) deletion.mutate(asked.FileID)
    setAsked(null)
  }

  return {
    asked,
    notice,
    ask: setAsked,
    confirm,
    decline: () => setAsked(null),
    dismiss: () => setNotice(null),
  }
}
