import type { Engines } from '../../../engines/engines.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { StagedHashes } from '../../../engines/storage/staged-hashes.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'
import { findMibProof, writeMibTags } from './mib-proof.repository.ts'
import type { StoredFile } from './read-stored.ts'

/** What is wrong with stored bytes. */
export type Problem = 'missing' | 'wrong size' | 'wrong content' | 'unreadable'

/**
 * Reads all bytes of a stored file and compares them with its size and SHA-256; null if both match. A large file
 * without MiB tags or hashes gets tags: from then on its downloads are proved.
 */
export async function compareStored(
  { storage, database, log }: Pick<Engines, 'storage' | 'database' | 'log'>,
  stored: StoredFile,
): Promise<Problem | null> {
  const { storage_key: key, byte_size: size } = stored
  const hashes = new StagedHashes()
  try {
    for await (const piece of await storage.read(key, size)) hashes.add(piece as Buffer)
  } catch (error) {
    if (error instanceof MissingBytes) return 'missing'
    if (error instanceof DamagedBytes) return 'wrong size'
    log.error({ err: error, storageKey: key }, 'The bytes of a document cannot be read.')
    return 'unreadable'
  }
  const { sha256, mibTags } = hashes.finish()
  if (!sha256.equals(stored.sha256)) return 'wrong content'
  if (size > MIB_BYTES && !(await findMibProof(database.kysely, key))) {
    await writeMibTags(database.kysely, [{ key, mibTags }])
  }
  return null
}
