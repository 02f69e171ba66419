import { REMOVED_FOR_GOOD, type VirusCheck } from '@portal/contract/files/virus-checks.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import type { ScreenNotice } from '../../ui/use-notice.ts'
import { FALLBACKS, queuedText } from './check-texts.ts'
import { requestCheck, removeForGood } from './virus-checks.queries.ts'
import type { VirusChecks } from './virus-checks.queries.ts'

type Listeners = Pick<ScreenNotice, 'show' | 'dismiss'> & {
  /** The scanner's state, as far as the screen knows. */
  readonly scanner: VirusChecks['scanner']
  readonly onRemoved: (file: VirusCheck) => void
  readonly onSettled: () => void
}

/** Requests another check of a file, or removes it permanently after a confirmation. */
export function useCheckActions({ show, dismiss, scanner, onRemoved, onSettled }: Listeners) {
  const [asked, setAsked] = useState<VirusCheck | null>(null)
  const { mutate: sendCheck } = useMutation({
    mutationFn: requestCheck,
    onSuccess: () => show({ tone: 'success', text: queuedText(scanner) }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, FALLBACKS.check) }),
    onSettled,
  })
  const { mutate: sendRemoval } = useMutation({
    mutationFn: ({ Key }: VirusCheck) => removeForGood(Key),
    onSuccess: (_answer, file) => {
      show({ tone: 'success', text: REMOVED_FOR_GOOD })
      onRemoved(file)
    },
    onError: (failure) => show({ tone: 'error', text: failureText(failure, FALLBACKS.remove) }),
    onSettled,
  })
  return {
    asked,
    ask: setAsked,
    decline: () => setAsked(null),
    confirm: () => {
      dismiss()
      if (asked !== null) sendRemoval(asked)
      // The focus returns to the row's button, so that it can move to the next row when this one is gone.
      setAsked(null)
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
