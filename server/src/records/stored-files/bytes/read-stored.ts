import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import { readProven, provenByHashes } from '../../../engines/storage/proven-bytes.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { type ByteRange, MissingBytes } from '../../../engines/storage/storage.ts'
import { findMibProof } from './mib-proof.repository.ts'

/** The storage key of a file, and its expected size and hash. */
export type StoredFile = {
  readonly storage_key: string
  readonly byte_size: number
  readonly sha256: Buffer
}

/**
 * Returns a range of a stored file's bytes. Proves each MiB against what was stored before it sends any byte of it. For
 * a large file without tags or hashes it compares only the length, until `portal verify` makes tags.
 * @throws MissingBytes and DamagedBytes; the stream fails with DamagedBytes if a later MiB differs from what was
 * stored.
 */
export async function readStored(
  { database, storage }: Pick<Engines, 'database' | 'storage'>,
  { storage_key: key, byte_size: size, sha256 }: StoredFile,
  range: ByteRange,
): Promise<Readable> {
  // Up to one MiB, the hash of the whole file is that of its only MiB.
  const isProven = size <= MIB_BYTES ? provenByHashes(sha256) : await findMibProof(database.kysely, key)
  return isProven ? readProven(storage, { key, size, isProven, range }) : storage.read(key, size, range)
}

/**
 * Runs `read` on a document's bytes. If they are missing but in quarantine, it restores them first. They were
 * quarantined when another database was in use, which did not know the document.
 * @throws the errors of `read`.
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
