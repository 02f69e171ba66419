import { useEffect, useEffectEvent, useState } from 'react'
import { useBlockedFiles, type BlockedFile } from '../../../lib/blocked-files.queries.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'

/** Milliseconds between two checks for newly stored files: several are stored each second. */
const LOOK_EVERY_MS = 3000

/** The stored files of the queue that are waiting for a virus check or infected. */
export function useStoredChecks(entries: readonly QueueEntry[]): ReadonlyMap<number, BlockedFile> {
  const [asked, setAsked] = useState(() => storedIds(entries))
  const look = useEffectEvent(() => {
    const stored = storedIds(entries)
    setAsked((before) => (before.join() === stored.join() ? before : stored))
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useBlockedFiles(asked)
}

function storedIds(entries: readonly QueueEntry[]): readonly number[] {
  return entries.flatMap(({ state }) => (state.is === 'stored' ? (state.fileId ?? []) : []))
}
