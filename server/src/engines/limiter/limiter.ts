import { SharedPlaces, type Bound, type Group, type Load, type Release, type Shares } from './places.ts'

type Line = {
  /** Per key; more are rejected immediately. */
  waitingPerKey: number
  /** Timeout of a wait, after which it is rejected; without a limit if not set. */
  waitMs?: number
  /** Makes the error of a rejection. */
  refuse: (bound: Bound) => Error
}

type Waiting = {
  readonly group?: Group
  /** Aborts the wait, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Called once if no permit is available immediately. */
  readonly onWait?: () => void
}

export type Limiter<Key> = {
  /**
   * Waits for a permit for `key`, which counts for `group` too, and resolves with the function that releases it.
   * @throws what `refuse` returns, and the reason of `signal`.
   */
  take(key: Key, options?: Waiting): Promise<Release>
  /**
   * Runs `work` with a permit for `key`.
   * @throws what `refuse` returns, before `work` begins, and what `work` throws.
   */
  run<T>(key: Key, work: () => Promise<T>, options?: Waiting): Promise<T>
  /** The current load of all keys. */
  load(): Load
}

/**
 * Shares permits among keys, such as people; work beyond the limits queues. A free permit goes to the key with the
 * fewest permits, then to the one served longest ago, however many calls it has in the queue.
 */
export function createLimiter<Key>({
  waitingPerKey,
  waitMs,
  refuse,
  ...shares
}: Shares & Line): Limiter<Key> {
  const places = new SharedPlaces<Key>(shares)
  const take = async (key: Key, options: Waiting = {}) => {
    options.signal?.throwIfAborted()
    const release = places.tryTake(key, options.group)
    if (release) return release
    if (places.waiting(key) >= waitingPerKey) throw refuse('key')
    options.onWait?.()
    return wait(key, options)
  }

  const wait = (key: Key, { group = null, signal }: Waiting) =>
    new Promise<Release>((resolve, reject) => {
      const end = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', leave)
      }
      const giveUp = places.standInLine(key, group, (release) => {
        end()
        resolve(release)
      })
      const leave = () => {
        end()
        const bound = giveUp()
        reject(signal?.aborted ? (signal.reason as Error) : refuse(bound))
      }
      const late = waitMs === undefined ? undefined : setTimeout(leave, waitMs)
      signal?.addEventListener('abort', leave)
    })

  return {
    take,
    async run(key, work, options) {
      const release = await take(key, options)
      try {
        return await work()
      } finally {
        release()
      }
    },
    load: () => places.load,
  }
}
