/** Gives a place back; more than once is as once. */
export type Release = () => void

/** What was used up: the share of one key, or the places of all. */
export type Bound = 'key' | 'all'

export type Shares = {
  /** Places of all keys together; as many as they like where it is left out. */
  atOnce?: number
  /** Of one key, so that nobody can stop all others. */
  perKey: number
  /** Of `atOnce`, the last places that only keys without any get. */
  forNewcomers?: number
}

export type Places<Key> = {
  /** Returns what gives the place back; null where there is none for `key` now. */
  tryTake(key: Key): Release | null
}

/** Places that are taken, and who waits for one. */
export type Load = { readonly taken: number; readonly waiting: number }

/** A key with places, or waiting for some; `waiting` holds what begins each, the one that came first in front. */
type Holder = { taken: number; readonly waiting: Set<() => void> }

/** Shares places out among keys, such as networks; nobody waits for one. */
export function createPlaces<Key>(shares: Shares): Places<Key> {
  const places = new SharedPlaces<Key>(shares)
  return { tryTake: (key) => places.tryTake(key) }
}

/** Places, and who waits for one; a limiter decides how many may, and for how long. */
export class SharedPlaces<Key> {
  readonly #shares: Shares
  /** The one that was served longest ago in front. */
  readonly #holders = new Map<Key, Holder>()
  #taken = 0
  #waiting = 0

  constructor(shares: Shares) {
    this.#shares = shares
  }

  tryTake(key: Key): Release | null {
    const holder = this.#holders.get(key) ?? { taken: 0, waiting: new Set() }
    return this.#hasRoom(holder) && this.#hasShare(holder) ? this.#serve(key, holder) : null
  }

  /** Of all keys. */
  get load(): Load {
    return { taken: this.#taken, waiting: this.#waiting }
  }

  /** How many of a key wait. */
  waiting(key: Key): number {
    return this.#holders.get(key)?.waiting.size ?? 0
  }

  /** Calls `begin` with a place once there is one, unless what is returned was called before: it says what was used up. */
  standInLine(key: Key, begin: (release: Release) => void): () => Bound {
    const holder = this.#holders.get(key) ?? { taken: 0, waiting: new Set() }
    this.#holders.set(key, holder)
    const beginHere = () => begin(this.#serve(key, holder))
    holder.waiting.add(beginHere)
    this.#waiting++
    return () => {
      this.#leaveLine(holder, beginHere)
      this.#forgetIfGone(key, holder)
      return this.#hasShare(holder) ? 'all' : 'key'
    }
  }

  #hasShare({ taken }: Holder): boolean {
    return taken < this.#shares.perKey
  }

  #hasRoom({ taken }: Holder): boolean {
    const { atOnce = Infinity, forNewcomers = 0 } = this.#shares
    return this.#taken < (taken === 0 ? atOnce : atOnce - forNewcomers)
  }

  #serve(key: Key, holder: Holder): Release {
    this.#taken++
    holder.taken++
    this.#holders.delete(key)
    this.#holders.set(key, holder)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#taken--
      holder.taken--
      this.#forgetIfGone(key, holder)
      this.#serveWaiting()
    }
  }

  #leaveLine(holder: Holder, begin: () => void): void {
    if (holder.waiting.delete(begin)) this.#waiting--
  }

  #forgetIfGone(key: Key, { taken, waiting }: Holder): void {
    if (taken === 0 && waiting.size === 0) this.#holders.delete(key)
  }

  #serveWaiting(): void {
    for (let next; (next = this.#nextToServe());) {
      const [begin] = next.waiting
      if (!begin) return
      this.#leaveLine(next, begin)
      begin()
    }
  }

  /** Which has the fewest places of those that wait and may have more. */
  #nextToServe(): Holder | null {
    if (this.#waiting === 0) return null
    return [...this.#holders.values()]
      .filter((holder) => holder.waiting.size > 0 && this.#hasShare(holder) && this.#hasRoom(holder))
      .reduce<Holder | null>((least, each) => (least && least.taken <= each.taken ? least : each), null)
  }
}
