import type { Metadata } from '@portal/contract/edit/edit.ts'
import { SAVE_LOCK_RELEASE_MS } from '@portal/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editRecordQuery } from '../edit.queries.ts'
import type { PreviousDocument } from '../edit-session.ts'
import { NOTHING_TO_SAVE } from '../edit-texts.ts'
import type { SaveResult } from './use-save.ts'

type Options = {
  readonly document: Metadata
  /** Null at the end of the list. */
  readonly next: Metadata | null
  /** Whether leaving the form would lose something. */
  readonly isUnsaved: () => boolean
  readonly onNext: () => void
}

/**
 * Moves to the next document of the list. It is loaded while the current one is saved, and replaces it when both are
 * done, so that a form is always on screen.
 */
export function useNext({ document, next, isUnsaved, onNext }: Options) {
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const [left, setLeft] = useState<PreviousDocument | null>(null)
  const [cameAt, setCameAt] = useState(Number.NEGATIVE_INFINITY)
  // Fetches nothing itself; observing the query keeps the next document's data in the cache.
  useQuery({ ...editRecordQuery(next ?? document), enabled: false })

  const goesOn = (result: SaveResult) => {
    if (result.kind !== 'unchanged') return result.kind === 'saved'
    // The second press of a double click must not skip a document that the user has not seen.
    return result.wasSavedBefore || performance.now() - cameAt >= SAVE_LOCK_RELEASE_MS
  }

  return {
    left,
    isLeaving,
    isLast: next === null,
    /** Saves, then moves on if nothing is left to do; returns the result of the save. */
    after: async (save: () => Promise<SaveResult>): Promise<SaveResult> => {
      const reading = next && queryClient.prefetchQuery({ ...editRecordQuery(next), staleTime: 0 })
      const result = await save()
      if (reading === null || !goesOn(result)) return result
      setIsLeaving(true)
      await reading
      setIsLeaving(false)
      if (isUnsaved()) return result
      setLeft({ fileId: document.FileID, text: result.kind === 'saved' ? result.text : NOTHING_TO_SAVE })
      setCameAt(performance.now())
      onNext()
      return result
    },
  }
}

export type Next = ReturnType<typeof useNext>
