type SyncFolder = (path: string) => Promise<void>

/**
 * Notes that a change of folders begins; call what it returns when the change is made, to make it last. That fails too
 * where a sync of one of them, somebody else's, failed in between: the system may have dropped the change with it, and
 * would call the next sync a success.
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
