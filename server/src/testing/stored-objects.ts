import type { Pool } from 'pg'
import { systemClock, type Clock } from '../engines/clock/clock.ts'
import type { Place, Storage } from '../engines/storage/storage.ts'

/** The keys of everything in a storage, by place. */
export async function storedObjects(storage: Storage): Promise<Record<Place, string[]>> {
  const found: Record<Place, string[]> = { staged: [], kept: [], quarantined: [] }
  for await (const { key, place } of storage.list()) found[place].push(key)
  return found
}

const A_DAY_AND_A_SECOND = 86_401_000

/** The same world for a reader, with everything in the storage older than a day. */
export function aDayLater<W extends { storage: Storage }>(world: W): W {
  const { storage } = world
  const now = async () => new Date((await storage.now()).getTime() + A_DAY_AND_A_SECOND)
  return { ...world, storage: { ...storage, now } }
}

/** The same world by the machine's clock, which database and disk use. With another clock a sweep does nothing. */
export function byTheMachinesClock<W extends { clock: Clock }>(world: W): W {
  return { ...world, clock: systemClock }
}

/** Moves all records of stored bytes in the database this many days back, for a sweep. */
export async function ageStoredObjects(pool: Pick<Pool, 'query'>, days: number): Promise<void> {
  await pool.query(
    `UPDATE stored_object SET since = since - make_interval(days => $1, secs => 1), remove_after = NULL`,
    [days],
  )
}

/** The database's records of stored bytes, each key with its state. */
export async function knownObjects(pool: Pick<Pool, 'query'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ key: string; state: string }>(
    'SELECT key, state FROM stored_object ORDER BY key',
  )
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]))
}
