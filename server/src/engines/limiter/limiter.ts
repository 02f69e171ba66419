import { SharedPlaces, type Bound, type Group, type Load, type Release, type Shares } from './places.ts'

type Line = {
  /** Of one key; more are refused at once. */
  waitingPerKey: number
  /** After which who waits is refused; without end where it is left out. */
  waitMs?: number
  /** What is thrown for who is refused. */
  refuse: (bound: Bound) => Error
}

type Waiting = {
  readonly group?: Group
  /** Ends the wait, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Called once where there is no place at once. */
  readonly onWait?: () => void
}

export type Limiter<Key> = {
  /**
   * Resolves with what gives the place back, once there is one for `key`, which counts for `group` too.
   * @throws what `refuse` returns, and the reason of `signal`.
   */
  take(key: Key, options?: Waiting): Promise<Release>
  /**
   * Does `work` in a place for `key`.
   * @throws what `refuse` returns, without having begun, and what `work` throws.
   */
  run<T>(key: Key, work: () => Promise<T>, options?: Waiting): Promise<T>
  /** Of all keys at the moment. */
  load(): Load
}

/**
 * Shares places out among keys, such as people: what is beyond the bounds waits in line. A place that comes free goes
 * to the key that has the fewest, then to the one served longest ago, however many others it lets wait.
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
