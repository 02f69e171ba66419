type SyncFolder = (path: string) => Promise<void>

/**
 * Lets all that wait for the same folder share one sync. One that is already under way may have begun before the
 * caller's change, so a caller gets the next one. When a sync fails those behind it fail too: the system may have
 * dropped their changes with it, and would call the next sync a success.
 */
export function sharedSync(sync: SyncFolder): SyncFolder {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const start = (path: string): Promise<void> => {
    const promise = sync(path).finally(() => running.delete(path))
    running.set(path, promise)
    return promise
  }

  const startAfter = (path: string, current: Promise<void>): Promise<void> => {
    const promise = current.finally(() => waiting.delete(path)).then(() => start(path))
    waiting.set(path, promise)
    return promise
  }

  return (path) => {
    const current = running.get(path)
    return current ? (waiting.get(path) ?? startAfter(path, current)) : start(path)
  }
}
