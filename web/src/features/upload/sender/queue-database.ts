import { queueDatabaseName } from './remove-queue-database.ts'
import type { QueueEntry, QueuePlan } from './queue-entry.ts'

const VERSION = 1

/** An entry with the handle of its file, if the browser provides a persistent one. */
export type StoredEntry = { readonly entry: QueueEntry; readonly handle: FileSystemFileHandle | null }

/** A plan as stored by this or an older release. */
export type StoredPlan = Omit<QueuePlan, 'leftOut'> & Partial<Pick<QueuePlan, 'leftOut'>>

/** One user's queue as stored in this browser. */
export type QueueDatabase = {
  readonly read: () => Promise<{ readonly kept: readonly StoredEntry[]; readonly plan: StoredPlan | null }>
  readonly write: (kept: readonly StoredEntry[]) => Promise<void>
  readonly remove: (keys: readonly string[]) => Promise<void>
  readonly writePlan: (plan: QueuePlan | null) => Promise<void>
  readonly close: () => void
}

type EntryRow = StoredEntry & { readonly key: string; readonly place: number }

/**
 * Opens the user's stored queue.
 * @throws DOMException if the browser allows no storage.
 */
export async function openQueueDatabase(username: string): Promise<QueueDatabase> {
  const opening = indexedDB.open(queueDatabaseName(username), VERSION)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('entries', { keyPath: 'key' }).createIndex('place', 'place')
    opening.result.createObjectStore('plan')
  })
  const database = await answerOf(opening)
  // A sign-out in any tab deletes the database; the deletion waits until every tab has closed it.
  database.addEventListener('versionchange', () => database.close())
  const places = new Map<string, number>()
  return {
    read: async () => {
      const reading = database.transaction(['entries', 'plan'])
      const rows = answerOf<EntryRow[]>(reading.objectStore('entries').index('place').getAll())
      const plan = answerOf<StoredPlan | undefined>(reading.objectStore('plan').get(1))
      const kept = await rows
      for (const { key, place } of kept) places.set(key, place)
      return { kept, plan: (await plan) ?? null }
    },
    write: (kept) =>
      change(database, 'entries', (store) => {
        for (const row of kept) store.put({ ...row, key: row.entry.key, place: placeOf(places, row) })
      }),
    remove: (keys) =>
      change(database, 'entries', (store) => {
        for (const key of keys) store.delete(key)
      }),
    writePlan: (plan) =>
      change(database, 'plan', (store) => {
        if (plan === null) store.delete(1)
        else store.put(plan, 1)
      }),
    close: () => database.close(),
  }
}

/** Whether the browser stores files of the user's queue. It does not create the database. */
export async function hasStoredQueue(username: string): Promise<boolean> {
  try {
    const opening = indexedDB.open(queueDatabaseName(username), VERSION)
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    const database = await answerOf(opening)
    const count = await answerOf(database.transaction('entries').objectStore('entries').count())
    database.close()
    return count > 0
  } catch {
    return false
  }
}

/** The entry's position in the queue: the order in which files were added. */
function placeOf(places: Map<string, number>, { entry: { key } }: StoredEntry): number {
  const known = places.get(key)
  if (known !== undefined) return known
  const place = Math.max(0, ...places.values()) + 1
  places.set(key, place)
  return place
}

function change(
  database: IDBDatabase,
  name: 'entries' | 'plan',
  work: (store: IDBObjectStore) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const transaction = database.transaction(name, 'readwrite')
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not kept.')))
  work(transaction.objectStore(name))
  return promise
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error ?? new Error('Not read.')))
  return promise
}
