import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import { readProven, provenByHashes } from '../../../engines/storage/proven-bytes.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { type ByteRange, MissingBytes } from '../../../engines/storage/storage.ts'
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

/**
 * Does `read` of a document's bytes; where they are missing and lie in quarantine they are brought back first. They were
 * set aside when another database was in place, which did not know the document.
 * @throws what `read` throws.
 */
export async function backFromQuarantine<T>(
  { storage, log }: Pick<Engines, 'storage' | 'log'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof MissingBytes) || !(await storage.restore(key))) throw error
    log.warn({ key }, 'The bytes of a document came back from quarantine.')
    return read()
  }
}
