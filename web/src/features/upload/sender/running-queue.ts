import { useSyncExternalStore } from 'react'
import { currentPeriod } from '../../../lib/signed-out.ts'

type Batch = {
  readonly username: string
  /** Of being signed in: what an earlier one sent does not run any more. */
  readonly period: number
  /** How far it is, in one line. */
  readonly text: string
}
type Shown = Batch & { readonly isRunning: boolean }

/** Apart from the queue itself: the bar of every screen reads it, and most visits send no batch. */
let shown: Shown | null = null
const listeners = new Set<() => void>()

function show(next: Shown | null): void {
  const isSame =
    shown?.text === next?.text && shown?.period === next?.period && shown?.isRunning === next?.isRunning
  if (isSame) return
  shown = next
  for (const listener of listeners) listener()
}

/** Shows how far a person's batch is. */
export function showRunningQueue(batch: Batch): void {
  show({ ...batch, isRunning: true })
}

/**
 * Shows that a batch waits for nothing any more, until its person has seen it. A batch that this tab has not shown as
 * running is not shown: its person left it as it was.
 */
export function showEndedQueue(batch: Batch): void {
  if (shown?.period === batch.period) show({ ...batch, isRunning: false })
}

/** Nothing of a batch is to be shown: it is empty, or its person has seen that it has ended. */
export function clearEndedQueue(): void {
  show(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function useShown(username: string): Shown | null {
  const batch = useSyncExternalStore(subscribe, () => shown)
  return batch?.username === username && batch.period === currentPeriod() ? batch : null
}

/** How far this person's batch is; null where nothing of it is on its way in this tab. */
export function useRunningQueue(username: string): string | null {
  const batch = useShown(username)
  return batch?.isRunning ? batch.text : null
}

/** How this person's batch has ended; null where none has, or where they have seen it. */
export function useEndedQueue(username: string): string | null {
  const batch = useShown(username)
  return batch?.isRunning === false ? batch.text : null
}
