import type { Engines } from '../../../engines/engines.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { StagedHashes } from '../../../engines/storage/staged-hashes.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'
import { documentExists, type DocumentRow } from '../documents.repository.ts'
import { findMibProof, writeMibTags } from './mib-proof.repository.ts'

/** What is wrong with the bytes of a document. */
export type Problem = 'missing' | 'wrong size' | 'wrong content' | 'unreadable'

export type StoredDocument = Pick<DocumentRow, 'id' | 'storage_key' | 'byte_size' | 'sha256'>

type Verified = Pick<Engines, 'storage' | 'database' | 'log'>

/**
 * Reads all bytes of a document and compares them with its size and SHA-256; null when all is well, and of a document
 * that was deleted for good meanwhile. Of a large one from before MiBs were proved it writes the tags: from
 * then on its downloads are proved.
 */
export async function verifyDocument(world: Verified, document: StoredDocument): Promise<Problem | null> {
  const problem = await compareStored(world, document)
  // It may have been deleted for good while its turn came.
  return problem && (await documentExists(world.database.kysely, document.id)) ? problem : null
}

/** What is wrong with stored bytes, whatever they are of. */
export async function compareStored(
  world: Verified,
  stored: Omit<StoredDocument, 'id'>,
): Promise<Problem | null> {
  const { storage, database, log } = world
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
