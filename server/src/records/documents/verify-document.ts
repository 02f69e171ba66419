import { compareStored, type Problem } from '../stored-files/bytes/compare-stored.ts'
import { documentExists, type DocumentRow } from './documents.repository.ts'

/**
 * Reads all bytes of a document and compares them with its size and SHA-256.
 * Null when both match, and for a document that was deleted for good meanwhile.
 */
export async function verifyDocument(
  world: Parameters<typeof compareStored>[0],
  document: Pick<DocumentRow, 'id' | 'storage_key' | 'byte_size' | 'sha256'>,
): Promise<Problem | null> {
  const problem = await compareStored(world, document)
  return problem && (await documentExists(world.database.kysely, document.id)) ? problem : null
}
