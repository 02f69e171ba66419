/**
 * Deletes a user's queue from this browser. Tabs that have it open close it immediately. A tab that cannot close it
 * does not delay the sign-out: the browser deletes the database once that tab is gone.
 */
export async function removeQueueDatabase(username: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  try {
    const removal = indexedDB.deleteDatabase(queueDatabaseName(username))
    for (const end of ['success', 'error', 'blocked']) removal.addEventListener(end, () => resolve())
  } catch {
    // A browser without storage has nothing to delete.
    resolve()
  }
  return promise
}

/** Each user's queue is a separate database, so that other users of this browser do not read it. */
export function queueDatabaseName(username: string): string {
  return `portal queue of ${JSON.stringify(username)}`
}
