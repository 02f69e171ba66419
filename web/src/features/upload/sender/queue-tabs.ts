type Hold = {
  readonly username: string
  /** Ends the wait for the lock, or releases it. */
  readonly until: AbortSignal
  readonly onElsewhere: () => void
  readonly onHeld: () => void
}

function nameOf(username: string): string {
  return `portal queue of ${JSON.stringify(username)}`
}

/** Lets one of the user's tabs send; the next one takes over when it closes. */
export async function holdQueue({ username, until, onElsewhere, onHeld }: Hold): Promise<void> {
  // Browsers have no locks on an insecure connection. There the server limits the risk: it stores one file per key.
  if (!('locks' in navigator)) return onHeld()
  const name = nameOf(username)
  const hold = async () => {
    if (until.aborted) return
    onHeld()
    await new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }))
  }
  // Checks and acquires in one step: otherwise two tabs opened at the same time would not see each other's lock.
  const isElsewhere = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await hold()
    return lock === null
  })
  if (!isElsewhere || until.aborted) return
  onElsewhere()
  await navigator.locks.request(name, { signal: until }, hold).catch((error: unknown) => {
    if (!until.aborted) throw error
  })
}

/** Notifies the user's other tabs of changes to the queue, and receives their notifications. */
export function openQueueNews(username: string, onNews: () => void) {
  const channel = new BroadcastChannel(nameOf(username))
  channel.addEventListener('message', () => onNews())
  return {
    // A channel has a single origin, so its messages have no target origin, unlike a window's.
    tell: () => Reflect.apply(channel.postMessage, channel, ['changed']),
    close: () => channel.close(),
  }
}
