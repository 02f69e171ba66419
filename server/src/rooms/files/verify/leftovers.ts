import { MissingBytes, type StoredObject } from '../../../engines/storage/storage.ts'
import type { World } from '../../../records/context.ts'
import { statesOf } from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { keysOfWaitingMails } from '../../../records/deliveries/mail-delivery.repository.ts'
import { keysOfDocuments } from './verify.repository.ts'

/** Milliseconds: an upload may be under way, or committed and not yet seen; nothing younger is ever a leftover. */
const GRACE_MS = 24 * 3_600_000
const AT_ONCE = 500

/**
 * What bytes are that no reader sees: `staged` is a broken upload, `orphan` was kept but belongs to no document, also to
 * none that was deleted, `quarantined` was set aside.
 */
export type Leftover = StoredObject & { fate: 'staged' | 'orphan' | 'quarantined' }

/** Every stored object that is no document's and was none's: those in quarantine, and others once they are a day old. */
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
  // Documents first: a deletion notes in its transaction that the bytes are to go.
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

/** It may have been removed since it was listed. */
async function isStillThere(storage: World['storage'], { key, size }: StoredObject): Promise<boolean> {
  try {
    const bytes = await storage.read(key, size)
    bytes.destroy()
  } catch (error) {
    return !(error instanceof MissingBytes)
  }
  return true
}
