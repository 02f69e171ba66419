import { useMutation } from '@tanstack/react-query'
import { CallError } from '../lib/call.ts'
import { failureText } from '../lib/failure-text.ts'
import { isObject } from '../lib/wire.ts'
import type { UndoableNoticeContent } from './list-screen/list-notice.tsx'
import { useNotice } from './use-notice.ts'

/** An action on one item of a screen's list. */
export type UndoableAct<T> = {
  readonly run: () => Promise<T>
  readonly fallback: string
  /** The text of the success notice. */
  readonly done: string
  /** Returns the action that reverts this one, for the item as it is after this action. */
  readonly undo?: (after: T) => UndoableAct<T>
}

/** Why an action failed. */
export type Refusal<T> = {
  readonly text: string
  /** The current item, if another user changed it in the meantime; otherwise null. */
  readonly newer: T | null
}

/** Runs actions one after another. Each shows a notice, which offers to undo the action where possible. */
export function useUndoableActs<T>({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice<UndoableNoticeContent>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run }: UndoableAct<T>) => run(),
    onSettled,
  })
  /** Returns null if the action succeeded. */
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
