import { LRUCache } from 'lru-cache'

type VersionedValue = { readonly version: string }

type CacheOptions<Question, Value> = {
  /** The cache key of a question. The cache holds one value per key. */
  keyOf(question: Question): number | string
  /** The newest version, a number that only grows. Read each time, because any process may have changed it. */
  version(question: Question): string | Promise<string>
  make(question: Question): Promise<Value>
  sizeOf(value: Value): number
  /** The limit for all values together, in the unit of `sizeOf`. */
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
 * Caches values that are expensive to make and change rarely. A value is made at the first read and again after a
 * change, once for all waiting callers. The least recently read value is evicted first; the newest stays, however
 * large.
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
    // The cache also holds values that are empty or larger than the limit.
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
      // A load that began before the last change returns stale data; a later one is fresh.
      const begun = await making.get(key)
      if (isFresh(begun)) return begun
      return making.get(key) ?? makeAnew(key, question)
    },
  }
}
