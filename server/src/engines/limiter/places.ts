/** Gives a place back; more than once is as once. */
export type Release = () => void

/** What was used up: the share of one key, that of its group, or the places of all. */
export type Bound = 'key' | 'group' | 'all'

export type Shares = {
  /** Places of all keys together; as many as they like where it is left out. */
  atOnce?: number
  /** Of one key, so that nobody can stop all others. */
  perKey: number
  /** Of the keys of one group together, such as the people of a county; no bound where it is left out. */
  perGroup?: number
  /** Of `atOnce`, the last places that only keys without any get. */
  forNewcomers?: number
}

export type Places<Key> = {
  /** Returns what gives the place back; null where there is none for `key` now. */
  tryTake(key: Key): Release | null
}

/** Places that are taken, and who waits for one. */
export type Load = { readonly taken: number; readonly waiting: number }

/** The group for which a key asks for a place, if any: it may be another one the next time. */
export type Group = number | null

/** A key with places, or waiting for some; `waiting` holds what begins each and for which group, the one that came first in front. */
type Holder = { taken: number; readonly waiting: Map<() => void, Group> }

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

  /** How many of a key wait. */
  waiting(key: Key): number {
    return this.#holders.get(key)?.waiting.size ?? 0
  }

  /** Calls `begin` with a place once there is one, unless what is returned was called before: it says what was used up. */
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

  /** The first that may begin, of the key that has the fewest places of those that wait and may have more. */
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
