/** Releases a permit; repeated calls have no effect. */
export type Release = () => void

/** The limit that was reached: of one key, of its group, or of all keys. */
export type Bound = 'key' | 'group' | 'all'

export type Shares = {
  /** Permits of all keys together; without a limit if not set. */
  atOnce?: number
  /** Per key, so that one key cannot block all others. */
  perKey: number
  /** Of the keys of one group together, such as the people of a county; without a limit if not set. */
  perGroup?: number
  /** The last permits of `atOnce`, reserved for keys that have none. */
  forNewcomers?: number
}

export type Places<Key> = {
  /** Returns the function that releases the permit; null if none is available for `key` now. */
  tryTake(key: Key): Release | null
}

/** How many permits are in use, and how many calls wait for one. */
export type Load = { readonly taken: number; readonly waiting: number }

/** The group of a request for a permit, if any. The same key may use another group the next time. */
export type Group = number | null

/** A key with permits or waiting calls. `waiting` maps the start of each call to its group, in order of arrival. */
type Holder = { taken: number; readonly waiting: Map<() => void, Group> }

/** Shares permits among keys, such as networks, without a queue. */
export function createPlaces<Key>(shares: Shares): Places<Key> {
  const places = new SharedPlaces<Key>(shares)
  return { tryTake: (key) => places.tryTake(key) }
}

/** Permits and the queue for them. A limiter decides how many calls may wait, and for how long. */
export class SharedPlaces<Key> {
  readonly #shares: Shares
  /** The key that was served longest ago comes first. */
  readonly #holders = new Map<Key, Holder>()
  readonly #takenByGroup = new Map<number, number>()
  #taken = 0
  #waiting = 0

  constructor(shares: Shares) {
    this.#shares = shares
  }

  tryTake(key: Key, group: Group = null): Release | null {
    const holder = this.#holderOf(key)
    const mayHave = this.#hasRoom(holder) && this.#hasShare(holder) && this.#hasGroupShare(group)
    return mayHave ? this.#serve(key, holder, group) : null
  }

  /** Of all keys. */
  get load(): Load {
    return { taken: this.#taken, waiting: this.#waiting }
  }

  /** How many calls of a key wait. */
  waiting(key: Key): number {
    return this.#holders.get(key)?.waiting.size ?? 0
  }

  /**
   * Calls `begin` with a permit once one is free. The returned function cancels that, and returns the limit that was
   * reached.
   */
  standInLine(key: Key, group: Group, begin: (release: Release) => void): () => Bound {
    const holder = this.#holderOf(key)
    this.#holders.set(key, holder)
    const beginHere = () => begin(this.#serve(key, holder, group))
    holder.waiting.set(beginHere, group)
    this.#waiting++
    return () => {
      this.#leaveLine(holder, beginHere)
      this.#forgetIfGone(key, holder)
      if (!this.#hasShare(holder)) return 'key'
      return this.#hasGroupShare(group) ? 'all' : 'group'
    }
  }

  #holderOf(key: Key): Holder {
    return this.#holders.get(key) ?? { taken: 0, waiting: new Map() }
  }

  #hasShare({ taken }: Holder): boolean {
    return taken < this.#shares.perKey
  }

  #hasGroupShare(group: Group): boolean {
    const { perGroup = Infinity } = this.#shares
    return group === null || (this.#takenByGroup.get(group) ?? 0) < perGroup
  }

  #hasRoom({ taken }: Holder): boolean {
    const { atOnce = Infinity, forNewcomers = 0 } = this.#shares
    return this.#taken < (taken === 0 ? atOnce : atOnce - forNewcomers)
  }

  #serve(key: Key, holder: Holder, group: Group): Release {
    this.#count(holder, group, 1)
    this.#holders.delete(key)
    this.#holders.set(key, holder)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count(holder, group, -1)
      this.#forgetIfGone(key, holder)
      this.#serveWaiting()
    }
  }

  #count(holder: Holder, group: Group, change: 1 | -1): void {
    this.#taken += change
    holder.taken += change
    if (group === null) return
    const taken = (this.#takenByGroup.get(group) ?? 0) + change
    if (taken === 0) this.#takenByGroup.delete(group)
    else this.#takenByGroup.set(group, taken)
  }

  #leaveLine(holder: Holder, begin: () => void): void {
    if (holder.waiting.delete(begin)) this.#waiting--
  }

  #forgetIfGone(key: Key, { taken, waiting }: Holder): void {
    if (taken === 0 && waiting.size === 0) this.#holders.delete(key)
  }

  #serveWaiting(): void {
    for (let next; (next = this.#nextToServe());) {
      this.#leaveLine(next.holder, next.begin)
      next.begin()
    }
  }

  /** The first call that may begin, from the waiting key with the fewest permits that may have more. */
  #nextToServe(): { readonly holder: Holder; readonly begin: () => void } | null {
    if (this.#waiting === 0) return null
    let next: { readonly holder: Holder; readonly begin: () => void } | null = null
    for (const holder of this.#holders.values()) {
      if (next && next.holder.taken <= holder.taken) continue
      const begin = this.#firstToBegin(holder)
      if (begin) next = { holder, begin }
    }
    return next
  }

  #firstToBegin(holder: Holder): (() => void) | null {
    if (!this.#hasShare(holder) || !this.#hasRoom(holder)) return null
    for (const [begin, group] of holder.waiting) if (this.#hasGroupShare(group)) return begin
    return null
  }
}
