import type { Pool } from 'pg'
import { systemClock, type Clock } from '../engines/clock/clock.ts'
import type { Place, Storage } from '../engines/storage/storage.ts'

/** The keys of everything that lies in a storage, by where it lies. */
export async function storedObjects(storage: Storage): Promise<Record<Place, string[]>> {
  const found: Record<Place, string[]> = { staged: [], kept: [], quarantined: [] }
  for await (const { key, place } of storage.list()) found[place].push(key)
  return found
}

const A_DAY_AND_A_SECOND = 86_401_000

/** The same world to whoever only looks, when all that lies in the storage now is older than a day. */
export function aDayLater<W extends { storage: Storage }>(world: W): W {
  const { storage } = world
  const now = async () => new Date((await storage.now()).getTime() + A_DAY_AND_A_SECOND)
  return { ...world, storage: { ...storage, now } }
}

/** The same world by the machine's clock, as database and disk tell it: others sweep nothing. */
export function byTheMachinesClock<W extends { clock: Clock }>(world: W): W {
  return { ...world, clock: systemClock }
}

/** To whoever sweeps, all that the database knows of stored bytes came about so many days ago. */
export async function ageStoredObjects(pool: Pick<Pool, 'query'>, days: number): Promise<void> {
  await pool.query(
    `UPDATE stored_object SET since = since - make_interval(days => $1, secs => 1), remove_after = NULL`,
    [days],
  )
}

/** What the database knows of stored bytes, each key with its state. */
export async function knownObjects(pool: Pick<Pool, 'query'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ key: string; state: string }>(
    'SELECT key, state FROM stored_object ORDER BY key',
  )
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]))
}
