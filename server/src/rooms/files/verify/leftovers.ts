import { MissingBytes, type StoredObject } from '../../../engines/storage/storage.ts'
import type { World } from '../../../records/context.ts'
import { keysToBeRemoved } from '../../../records/documents/stored-bytes.repository.ts'
import { keysOfDocuments } from './verify.repository.ts'

/** Milliseconds: an upload may be under way, or committed and not yet seen; nothing younger is ever a leftover. */
const GRACE_MS = 24 * 3_600_000
const AT_ONCE = 500

/**
 * What old bytes are: `staged` is a broken upload, `orphan` was kept but belongs to no document, `pending` waits for a
 * job to remove it.
 */
export type Leftover = StoredObject & { fate: 'staged' | 'orphan' | 'pending' }

/** Every stored object older than a day that is no document's. */
export async function* findLeftovers(
  world: Pick<World, 'storage' | 'clock' | 'database'>,
): AsyncGenerator<Leftover> {
  const youngest = world.clock.now().getTime() - GRACE_MS
  let batch: StoredObject[] = []
  for await (const object of world.storage.list()) {
    if (object.changedAt.getTime() > youngest) continue
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
  const kept = objects.filter((object) => object.place === 'kept').map((object) => object.key)
  // Documents first: a deletion makes its job in the transaction that removes the document.
  const documents = await keysOfDocuments(database.kysely, kept)
  const pending = await keysToBeRemoved(database.kysely, kept)
  for (const object of objects) {
    if (object.place === 'staged') yield { ...object, fate: 'staged' }
    else if (documents.has(object.key)) continue
    else if (pending.has(object.key)) yield { ...object, fate: 'pending' }
    else if (await isStillThere(storage, object)) yield { ...object, fate: 'orphan' }
  }
}

/** A job may have done its work since the object was listed. */
async function isStillThere(storage: World['storage'], { key, size }: StoredObject): Promise<boolean> {
  try {
    const bytes = await storage.read(key, size)
    bytes.destroy()
  } catch (error) {
    return !(error instanceof MissingBytes)
  }
  return true
}
