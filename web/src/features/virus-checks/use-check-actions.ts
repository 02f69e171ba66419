import { CHECK_QUEUED, REMOVED_FOR_GOOD, type VirusCheck } from '@portal/contract/virus-checks.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ScreenNotice } from '../../ui/use-notice.ts'
import { FALLBACKS, failureText } from './check-texts.ts'
import { askForCheck, removeForGood } from './virus-checks.queries.ts'

type Listeners = Pick<ScreenNotice, 'show' | 'dismiss'> & {
  readonly onRemoved: () => void
  readonly onSettled: () => void
}

/** Having one file checked again, and removing one for good after a confirmation. */
export function useCheckActions({ show, dismiss, onRemoved, onSettled }: Listeners) {
  const [asked, setAsked] = useState<VirusCheck | null>(null)
  const { mutate: sendCheck } = useMutation({
    mutationFn: askForCheck,
    onSuccess: () => show({ tone: 'success', text: CHECK_QUEUED }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, FALLBACKS.check) }),
    onSettled,
  })
  const { mutate: sendRemoval, isPending: isRemoving } = useMutation({
    mutationFn: removeForGood,
    onSuccess: () => {
      show({ tone: 'success', text: REMOVED_FOR_GOOD })
      onRemoved()
    },
    onError: (failure) => show({ tone: 'error', text: failureText(failure, FALLBACKS.remove) }),
    onSettled: () => {
      setAsked(null)
      onSettled()
    },
  })
  return {
    asked,
    isRemoving,
    ask: setAsked,
    decline: () => setAsked(null),
    confirm: () => {
      dismiss()
      if (asked !== null) sendRemoval(asked.Key)
    },
    check: useCallback(
      ({ FileID }: VirusCheck) => {
        dismiss()
        if (FileID !== null) sendCheck(FileID)
      },
      [dismiss, sendCheck],
    ),
  }
}
