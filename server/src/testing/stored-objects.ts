import type { Clock } from '../engines/clock/clock.ts'
import type { Place, Storage } from '../engines/storage/storage.ts'

/** The keys of everything that lies in a storage, by where it lies. */
export async function storedObjects(storage: Storage): Promise<Record<Place, string[]>> {
  const found: Record<Place, string[]> = { staged: [], kept: [], quarantined: [] }
  for await (const { key, place } of storage.list()) found[place].push(key)
  return found
}

const A_DAY_AND_A_SECOND = 86_401_000

/** The same world when all that lies in the storage now is older than a day: files have the machine's time. */
export function aDayLater<W extends { clock: Clock }>(world: W): W {
  return { ...world, clock: { now: () => new Date(Date.now() + A_DAY_AND_A_SECOND) } }
}
