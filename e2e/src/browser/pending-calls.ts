declare global {
  interface Window {
    /** The calls of the page in flight, as its scripts see them. */
    pendingCalls?: PendingCalls
  }
}

export type PendingCalls = {
  count: number
  /** Called once when the count is zero. */
  waiting: (() => void)[]
}

/**
 * Runs in the browser before the scripts of a page. Counts each call until the page has read the body of its response:
 * the browser reports the end of a request earlier, and the next request later.
 */
export function countPendingCalls(): void {
  const pending: PendingCalls = { count: 0, waiting: [] }
  window.pendingCalls = pending
  const end = () => {
    pending.count -= 1
    if (pending.count === 0) for (const tell of pending.waiting.splice(0)) tell()
  }
  const counted = <T>(work: Promise<T>): Promise<T> => {
    pending.count += 1
    work.then(end, end)
    return work
  }

  const { fetch: original } = window
  window.fetch = (...words) => counted(original.apply(window, words))
  const { prototype } = Response
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const) {
    const read = prototype[name] as (this: Response) => Promise<unknown>
    Object.assign(prototype, {
      [name](this: Response) {
        return counted(read.call(this))
      },
    })
  }
  // oxlint-disable-next-line typescript/unbound-method
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function sendCounted(...words) {
    pending.count += 1
    this.addEventListener('loadend', end, { once: true })
    send.apply(this, words)
  }
}
