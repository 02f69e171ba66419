type SyncFolder = (path: string) => Promise<void>

/**
 * Records the start of a change in folders; call the returned function after the change to make it durable. That call
 * also fails if another caller's sync of one of the folders failed in between. The system may have dropped this change
 * with it, and would report success for the next sync.
 */
export type BeginChange = (...folders: string[]) => () => Promise<void>

export function folderChanges(sync: SyncFolder): BeginChange {
  const failures = new Map<string, { error: unknown }>()
  const shared = sharedSync(async (path) => {
    try {
      await sync(path)
    } catch (error) {
      failures.set(path, { error })
      throw error
    }
  })
  return (...folders) => {
    const before = new Map(folders.map((path) => [path, failures.get(path)]))
    return async () => {
      await Promise.all(folders.map(shared))
      for (const [path, failure] of before) {
        const latest = failures.get(path)
        if (latest && latest !== failure) throw latest.error
      }
    }
  }
}

/**
 * Lets all callers that wait for the same folder share one sync. A running sync may have started before the caller's
 * change, so the caller gets the next one. If a sync fails, those behind it fail too: the system may have dropped their
 * changes with it, and would report success for the next sync.
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
