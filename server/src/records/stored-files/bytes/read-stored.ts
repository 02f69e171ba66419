import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import { provenByHashes } from '../../../engines/storage/mib-proof.ts'
import { readProven } from '../../../engines/storage/read-proven.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import type { ByteRange } from '../../../engines/storage/storage.ts'
import { findMibProof } from './mib-proof.repository.ts'

/** Where the bytes of a file are, and what they must be. */
export type StoredFile = {
  readonly storage_key: string
  readonly byte_size: number
  readonly sha256: Buffer
}

/**
 * The bytes of a stored file within a range. Each MiB is proved against what was stored before any of its bytes leave.
 * A large file from before tags and hashes has only its length compared, until `portal verify` makes tags.
 * @throws MissingBytes and DamagedBytes; the stream breaks with DamagedBytes where a later MiB is not what was stored.
 */
export async function readStored(
  { database, storage }: Pick<Engines, 'database' | 'storage'>,
  { storage_key: key, byte_size: size, sha256 }: StoredFile,
  range: ByteRange,
): Promise<Readable> {
  // The hash of one MiB is that of the whole.
  const isProven = size <= MIB_BYTES ? provenByHashes(sha256) : await findMibProof(database.kysely, key)
  return isProven ? readProven(storage, { key, size, isProven, range }) : storage.read(key, size, range)
}
