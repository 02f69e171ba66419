type Hold = {
  readonly username: string
  /** Ends the wait for it, or gives it back. */
  readonly until: AbortSignal
  readonly onElsewhere: () => void
  readonly onHeld: () => void
}

function nameOf(username: string): string {
  return `portal queue of ${JSON.stringify(username)}`
}

/** One of this person's tabs sends; the next one takes over when it closes. */
export async function holdQueue({ username, until, onElsewhere, onHeld }: Hold): Promise<void> {
  // Without a secure connection browsers have no locks; there a second tab is a risk that the server bears: one key, one file.
  if (!('locks' in navigator)) return onHeld()
  const name = nameOf(username)
  const hold = async () => {
    if (until.aborted) return
    onHeld()
    await new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }))
  }
  // Asked and taken in one: of two tabs that open in the same moment neither would see the other's.
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

/** Tells this person's other tabs that the queue has changed, and hears of it. */
export function openQueueNews(username: string, onNews: () => void) {
  const channel = new BroadcastChannel(nameOf(username))
  channel.addEventListener('message', () => onNews())
  return {
    // A channel has one origin: unlike a window's messages, its messages name none.
    tell: () => Reflect.apply(channel.postMessage, channel, ['changed']),
    close: () => channel.close(),
  }
}
