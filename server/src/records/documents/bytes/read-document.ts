import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import { provenByHashes } from '../../../engines/storage/mib-proof.ts'
import { readProven } from '../../../engines/storage/read-proven.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import type { ByteRange } from '../../../engines/storage/storage.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { findMibProof } from './mib-proof.repository.ts'

type StoredDocument = Pick<DocumentRow, 'storage_key' | 'byte_size' | 'sha256'>

/**
 * The bytes of a document within a range, none of which leaves before the MiB around it has proved to be what was stored.
 * Of a large document without tags and hashes, one from before they were made, only the length is compared, until
 * `portal verify` has made tags.
 * @throws MissingBytes and DamagedBytes; the stream breaks with DamagedBytes where a later MiB is not what was stored.
 */
export async function readDocument(
  { database, storage }: Pick<Engines, 'database' | 'storage'>,
  { storage_key: key, byte_size: size, sha256 }: StoredDocument,
  range: ByteRange,
): Promise<Readable> {
  // The hash of one MiB is that of the whole.
  const isProven = size <= MIB_BYTES ? provenByHashes(sha256) : await findMibProof(database.kysely, key)
  return isProven ? readProven(storage, { key, size, isProven, range }) : storage.read(key, size, range)
}
