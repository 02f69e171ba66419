import { useMutation } from '@tanstack/react-query'
import { failureText } from '../lib/failure-text.ts'
import type { UndoableNoticeContent } from './undoable-notice.tsx'
import { useNotice } from './use-notice.ts'

/** Something that is done to one of what a screen lists. */
export type UndoableAct<T> = {
  readonly run: () => Promise<T>
  readonly fallback: string
  /** What the notice says once it is done. */
  readonly done: string
  /** What takes it back, on the one as it then is. */
  readonly undo?: (after: T) => UndoableAct<T>
}

/** Does acts one after the other, each with a notice, which offers to take it back where that is possible. */
export function useUndoableActs<T>({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice<UndoableNoticeContent>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run }: UndoableAct<T>) => run(),
    onSettled,
  })
  /** Null where it was done, else what to tell. */
  const tryAct = async (act: UndoableAct<T>): Promise<string | null> => {
    dismiss()
    const { done, undo, fallback } = act
    try {
      const after = await mutateAsync(act)
      show({ tone: 'success', text: done, ...(undo && { undo: () => start(undo(after)) }) })
      return null
    } catch (failure) {
      return failureText(failure, fallback)
    }
  }
  const start = (act: UndoableAct<T>) =>
    void tryAct(act).then((problem) => problem !== null && show({ tone: 'error', text: problem }))
  return { notice, dismiss, isBusy: isPending, tryAct, start }
}
