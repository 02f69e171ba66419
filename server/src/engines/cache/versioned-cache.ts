import { LRUCache } from 'lru-cache'

type VersionedValue = { readonly version: string }

type CacheOptions<Question, Value> = {
  /** What a question is about; one value is held for each. */
  keyOf(question: Question): number | string
  /** The newest version, a number that only grows: asked each time, for any process may have changed it. */
  version(question: Question): string | Promise<string>
  make(question: Question): Promise<Value>
  sizeOf(value: Value): number
  /** In the unit of `sizeOf`, of all that is held together. */
  largest: number
}

export type VersionedCache<Question, Value> = {
  /**
   * The value of the newest version.
   * @throws what `version` or `make` throw.
   */
  read(question: Question): Promise<Value>
}

/**
 * Holds what is dear to make and changes now and then: made when first asked for and again after a change, once for all
 * who wait for it. What was asked for longest ago makes room for others; the newest stays, however large.
 */
export function createVersionedCache<Question, Value extends VersionedValue>({
  keyOf,
  version,
  make,
  sizeOf,
  largest,
}: CacheOptions<Question, Value>): VersionedCache<Question, Value> {
  const held = new LRUCache<number | string, Value>({
    maxSize: largest,
    // What is empty or larger than all of the room is held too.
    sizeCalculation: (value) => Math.min(Math.max(sizeOf(value), 1), largest),
  })
  const making = new Map<number | string, Promise<Value>>()

  const makeAnew = (key: number | string, question: Question): Promise<Value> => {
    const begun = make(question)
      .then((value) => {
        held.set(key, value)
        return value
      })
      .finally(() => making.delete(key))
    making.set(key, begun)
    return begun
  }

  return {
    async read(question) {
      const key = keyOf(question)
      const newest = BigInt(await version(question))
      const isFresh = (value: Value | undefined): value is Value =>
        value !== undefined && BigInt(value.version) >= newest
      const known = held.get(key)
      if (isFresh(known)) return known
      // One that began before the last change shows what was there before it; one that began since will do.
      const begun = await making.get(key)
      if (isFresh(begun)) return begun
      return making.get(key) ?? makeAnew(key, question)
    },
  }
}
