import { useSyncExternalStore } from 'react'
import { currentPeriod } from '../../../../lib/signed-out.ts'

type Running = {
  readonly username: string
  /** Of being signed in: what an earlier one sent does not run any more. */
  readonly period: number
  /** How far it is, in one line. */
  readonly text: string
}

/** Apart from the queue itself: the bar of every screen reads it, and most visits send no batch. */
let running: Running | null = null
const listeners = new Set<() => void>()

/** Shows how far a person's batch is; null where nothing of it is on its way. */
export function showRunningQueue(shown: Running | null): void {
  if (shown?.text === running?.text && shown?.period === running?.period) return
  running = shown
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far this person's batch is; null where nothing of it is on its way in this tab. */
export function useRunningQueue(username: string): string | null {
  const shown = useSyncExternalStore(subscribe, () => running)
  return shown?.username === username && shown.period === currentPeriod() ? shown.text : null
}
