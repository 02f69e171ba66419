import type { Engines } from '../../../engines/engines.ts'
import { deleteStaged } from './stored-objects.repository.ts'

/**
 * Removes the stored bytes of an upload that did not become a document. If that fails, they are left to the sweeper.
 */
export async function removeBytes(
  { storage, database, log }: Pick<Engines, 'storage' | 'database' | 'log'>,
  storageKey: string,
): Promise<void> {
  try {
    await storage.remove(storageKey)
    await deleteStaged(database.kysely, [storageKey])
  } catch (error) {
    log.warn({ err: error, storageKey }, 'The bytes of a failed upload could not be removed yet.')
  }
}
