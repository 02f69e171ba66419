/**
 * Removes what this browser keeps of a person's queue. Tabs that have it open close it at once. One that cannot close it
 * does not hold up the sign-out: the browser removes the database as soon as that tab is gone.
 */
export async function removeQueueDatabase(username: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  try {
    const removal = indexedDB.deleteDatabase(queueDatabaseName(username))
    for (const end of ['success', 'error', 'blocked']) removal.addEventListener(end, () => resolve())
  } catch {
    // A browser that keeps nothing has nothing to remove.
    resolve()
  }
  return promise
}

/** Each person's queue is a database of its own: nobody else who works in this browser reads it. */
export function queueDatabaseName(username: string): string {
  return `portal queue of ${JSON.stringify(username)}`
}
