import { useSyncExternalStore } from 'react'
import { currentPeriod } from '../../../lib/signed-out.ts'

type Batch = {
  readonly username: string
  /** The sign-in period; a batch of an earlier one is not running any more. */
  readonly period: number
  /** The progress in one line. */
  readonly text: string
}
type Shown = Batch & { readonly isRunning: boolean }

/** Separate from the queue itself: the bar of every screen reads it, and most visits send no batch. */
let shown: Shown | null = null
const listeners = new Set<() => void>()

function show(next: Shown | null): void {
  const isSame =
    shown?.text === next?.text && shown?.period === next?.period && shown?.isRunning === next?.isRunning
  if (isSame) return
  shown = next
  for (const listener of listeners) listener()
}

/** Shows the progress of a user's batch. */
export function showRunningQueue(batch: Batch): void {
  show({ ...batch, isRunning: true })
}

/**
 * Shows that a batch has ended, until the user has seen it. A batch that this tab never showed as running is skipped:
 * the user left it that way.
 */
export function showEndedQueue(batch: Batch): void {
  if (shown?.period === batch.period) show({ ...batch, isRunning: false })
}

/** Clears the display: the batch is empty, or the user has seen that it ended. */
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

/** The progress of the user's batch; null if none is running in this tab. */
export function useRunningQueue(username: string): string | null {
  const batch = useShown(username)
  return batch?.isRunning ? batch.text : null
}

/** The result of the user's batch; null if none has ended or the user has seen it. */
export function useEndedQueue(username: string): string | null {
  const batch = useShown(username)
  return batch?.isRunning === false ? batch.text : null
}
