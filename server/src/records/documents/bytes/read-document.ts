import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import { readProven } from '../../../engines/storage/read-proven.ts'
import { MIB_BYTES } from '../../../engines/storage/staged-hashes.ts'
import type { ByteRange } from '../../../engines/storage/storage.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { findMibHashes } from './mib-hashes.repository.ts'

type StoredDocument = Pick<DocumentRow, 'storage_key' | 'byte_size' | 'sha256'>

/**
 * The bytes of a document within a range, none of which leaves before the MiB around it has proved to be what was stored.
 * Of a large document without hashes a MiB, one from before they were made, only the length is looked at, until
 * `portal verify` has made them.
 * @throws MissingBytes and DamagedBytes; the stream breaks with DamagedBytes where a later MiB is not what was stored.
 */
export async function readDocument(
  { database, storage }: Pick<Engines, 'database' | 'storage'>,
  { storage_key: key, byte_size: size, sha256 }: StoredDocument,
  range: ByteRange,
): Promise<Readable> {
  // The hash of one MiB is that of the whole.
  const mibSha256 = size <= MIB_BYTES ? sha256 : await findMibHashes(database.kysely, key)
  return mibSha256 ? readProven(storage, { key, size, mibSha256, range }) : storage.read(key, size, range)
}
