import { useMutation } from '@tanstack/react-query'
import { CallError } from '../lib/call.ts'
import { failureText } from '../lib/failure-text.ts'
import { isObject } from '../lib/wire.ts'
import type { UndoableNoticeContent } from './list-screen/list-notice.tsx'
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

/** Why an act was not done. */
export type Refusal<T> = {
  readonly text: string
  /** What it was to be done to, where somebody else has changed that in the meantime. */
  readonly newer: T | null
}

/** Does acts one after the other, each with a notice, which offers to take it back where that is possible. */
export function useUndoableActs<T>({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice<UndoableNoticeContent>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run }: UndoableAct<T>) => run(),
    onSettled,
  })
  /** Null where it was done. */
  const tryAct = async (act: UndoableAct<T>): Promise<Refusal<T> | null> => {
    dismiss()
    const { done, undo, fallback } = act
    try {
      const after = await mutateAsync(act)
      show({ tone: 'success', text: done, ...(undo && { undo: () => start(undo(after)) }) })
      return null
    } catch (failure) {
      const newer = failure instanceof CallError && isObject(failure.current) ? (failure.current as T) : null
      return { text: failureText(failure, fallback), newer }
    }
  }
  const start = (act: UndoableAct<T>) =>
    void tryAct(act).then((refusal) => refusal !== null && show({ tone: 'error', text: refusal.text }))
  return { notice, dismiss, isBusy: isPending, tryAct, start }
}
