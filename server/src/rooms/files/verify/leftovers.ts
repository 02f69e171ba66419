import { MissingBytes, type StoredObject } from '../../../engines/storage/storage.ts'
import type { World } from '../../../records/context.ts'
import { statesOf } from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { keysOfWaitingMails } from '../../../records/deliveries/mail-delivery.repository.ts'
import { keysOfDocuments } from './verify.repository.ts'

/**
 * Milliseconds. Younger objects are not leftovers unless quarantined: their upload may still run, or its commit may not
 * be visible yet.
 */
const GRACE_MS = 24 * 3_600_000
const AT_ONCE = 500

/**
 * Stored bytes that no reader sees. `staged` is a broken upload. `orphan` was stored, but belongs to no document, not
 * even a deleted one, and to no waiting message. `quarantined` was moved to quarantine.
 */
export type Leftover = StoredObject & { fate: 'staged' | 'orphan' | 'quarantined' }

/**
 * Yields stored objects that belong to no document, not even a deleted one, and to no waiting message. Objects outside
 * of quarantine count once they are a day old.
 */
export async function* findLeftovers(world: Pick<World, 'storage' | 'database'>): AsyncGenerator<Leftover> {
  const youngest = (await world.storage.now()).getTime() - GRACE_MS
  let batch: StoredObject[] = []
  for await (const object of world.storage.list()) {
    if (object.place !== 'quarantined' && object.changedAt.getTime() > youngest) continue
    batch.push(object)
    if (batch.length < AT_ONCE) continue
    yield* sortOut(world, batch)
    batch = []
  }
  yield* sortOut(world, batch)
}

async function* sortOut(
  { database, storage }: Pick<World, 'database' | 'storage'>,
  objects: StoredObject[],
): AsyncGenerator<Leftover> {
  const kept = objects.filter(({ place }) => place === 'kept').map(({ key }) => key)
  // Read documents before states: a deletion marks its bytes as `removing` in the same transaction.
  const documents = await keysOfDocuments(database.kysely, kept)
  const mails = await keysOfWaitingMails(database.kysely, kept)
  const states = await statesOf(database.kysely, kept)
  for (const object of objects) {
    if (object.place !== 'kept') yield { ...object, fate: object.place }
    else if (documents.has(object.key) || mails.has(object.key) || states.get(object.key) === 'removing')
      continue
    else if (await isStillThere(storage, object)) yield { ...object, fate: 'orphan' }
  }
}

/** Whether the object still exists: it may have been removed since it was listed. */
async function isStillThere(storage: World['storage'], { key, size }: StoredObject): Promise<boolean> {
  try {
    const bytes = await storage.read(key, size)
    bytes.destroy()
  } catch (error) {
    return !(error instanceof MissingBytes)
  }
  return true
}
