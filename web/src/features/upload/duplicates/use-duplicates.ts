import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { CountyChoice } from '../facts/upload-fields.ts'
import type { QueueView } from '../sender/queue-store.ts'
import type { Queue } from '../sender/queue.ts'
import { findEntryDuplicates, toAsk, type EntryDuplicate } from '../sender/entry-duplicates.ts'

type Options = {
  readonly queue: Queue
  readonly view: QueueView
  readonly county: CountyChoice
  /** Resumes the send that was waiting for decisions about duplicates. */
  readonly onDecided: () => void
}

/** Why the duplicates dialog is open: the user wants to review it, or to send the files. */
type Opened = 'to look' | 'to send'

/** Finds which chosen files are already on file, and tracks the user's decision about each. */
export function useDuplicates({ queue, view, county, onDecided }: Options) {
  const { duplicates: search } = queue
  const searched = useSyncExternalStore(search.subscribe, search.view)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { entries, plan } = view
  const found = useMemo(() => {
    const listed = { entries, fields: plan.fields, county }
    return { asked: toAsk(listed), duplicates: findEntryDuplicates(listed, searched.known) }
  }, [entries, plan.fields, county, searched.known])
  useEffect(() => search.ask(found.asked), [search, found.asked])

  const undecided = found.duplicates.filter(({ entry }) => !searched.accepted.has(entry.key))
  const chosen = entries.filter(({ state }) => state.is === 'chosen')
  const ahead =
    chosen.filter((entry) => search.hashing.isAhead(entry)).length +
    found.asked.filter((asked) => search.isToCome(asked)).length
  useDecided({
    isSettled: opened === 'to send' ? undecided.length === 0 : isWaiting && ahead === 0,
    onSettled: () => {
      setOpened(null)
      setIsWaiting(false)
      if (chosen.length > 0) onDecided()
    },
  })

  return {
    undecided,
    /** How many of the chosen files have been compared so far. */
    looked: chosen.length - Math.min(ahead, chosen.length),
    isWaiting,
    opened,
    open: () => setOpened('to look'),
    close: () => setOpened(null),
    sendAnyway: (duplicates: readonly EntryDuplicate[]) =>
      search.accept(duplicates.map(({ entry }) => entry.key)),
    leaveOut: (duplicates: readonly EntryDuplicate[]) =>
      queue.remove(duplicates.map(({ entry }) => entry.key)),
    /** Returns whether the files may be sent now. Otherwise opens the dialog, or waits for the last comparison. */
    mayGo: (): boolean => {
      if (undecided.length > 0) {
        setOpened('to send')
        return false
      }
      // A second press means that the user does not want to wait.
      const mayGo = isWaiting || ahead === 0
      setIsWaiting(!mayGo)
      return mayGo
    },
  }
}

export type QueueDuplicates = ReturnType<typeof useDuplicates>

type Settling = { readonly isSettled: boolean; readonly onSettled: () => void }

function useDecided({ isSettled, onSettled }: Settling): void {
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
}
