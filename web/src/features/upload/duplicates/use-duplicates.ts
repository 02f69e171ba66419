import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { CountyChoice } from '../facts/upload-fields.ts'
import type { QueueView } from '../sender/queue-store.ts'
import type { Queue } from '../sender/queue.ts'
import { findEntryDuplicates, toAsk, type EntryDuplicate } from '../sender/entry-duplicates.ts'

type Options = {
  readonly queue: Queue
  readonly view: QueueView
  readonly county: CountyChoice
  /** Sends what was to be sent before somebody had to decide. */
  readonly onDecided: () => void
}

/** Why the list of twins is open: somebody wants to see it, or to send the files. */
type Opened = 'to look' | 'to send'

/** Which of the chosen files are here already, and what their person has decided of them. */
export function useDuplicates({ queue, view, county, onDecided }: Options) {
  const { twins: search } = queue
  const searched = useSyncExternalStore(search.subscribe, search.view)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { entries, plan } = view
  const found = useMemo(() => {
    const listed = { entries, fields: plan.fields, county }
    return { asked: toAsk(listed), twins: findEntryDuplicates(listed, searched.known) }
  }, [entries, plan.fields, county, searched.known])
  useEffect(() => search.ask(found.asked), [search, found.asked])

  const undecided = found.twins.filter(({ entry }) => !searched.accepted.has(entry.key))
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
    /** Looked at, of all that are chosen. */
    looked: chosen.length - Math.min(ahead, chosen.length),
    isWaiting,
    opened,
    open: () => setOpened('to look'),
    close: () => setOpened(null),
    sendAnyway: (twins: readonly EntryDuplicate[]) => search.accept(twins.map(({ entry }) => entry.key)),
    leaveOut: (twins: readonly EntryDuplicate[]) => queue.remove(twins.map(({ entry }) => entry.key)),
    /** Whether the files may be sent: else somebody is asked first, once, or the last of them is still looked at. */
    mayGo: (): boolean => {
      if (undecided.length > 0) {
        setOpened('to send')
        return false
      }
      // Whoever presses it a second time does not want to wait.
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
