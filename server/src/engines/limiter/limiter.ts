import { SharedPlaces, type Bound, type Group, type Load, type Release, type Shares } from './places.ts'

type Line = {
  /** Of one key; more are refused at once. */
  waitingPerKey: number
  /** After which who waits is refused; without end where it is left out. */
  waitMs?: number
  /** What is thrown for who is refused. */
  refuse: (bound: Bound) => Error
}

export type Limiter<Key> = {
  /**
   * Resolves with what gives the place back, once there is one for `key`, which counts for `group` too.
   * @throws what `refuse` returns.
   */
  take(key: Key, group?: Group): Promise<Release>
  /**
   * Does `work` in a place for `key`.
   * @throws what `refuse` returns, without having begun, and what `work` throws.
   */
  run<T>(key: Key, work: () => Promise<T>, group?: Group): Promise<T>
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
  const take = async (key: Key, group: Group = null) => {
    const release = places.tryTake(key, group)
    if (release) return release
    if (places.waiting(key) >= waitingPerKey) throw refuse('key')
    return wait(key, group)
  }
  const wait = (key: Key, group: Group) =>
    new Promise<Release>((resolve, reject) => {
      const late = waitMs === undefined ? undefined : setTimeout(() => reject(refuse(giveUp())), waitMs)
      const giveUp = places.standInLine(key, group, (release) => {
        clearTimeout(late)
        resolve(release)
      })
    })
  return {
    take,
    async run(key, work, group) {
      const release = await take(key, group)
      try {
        return await work()
      } finally {
        release()
      }
    },
    load: () => places.load,
  }
}
