import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/** The fingerprint of a file: its inode, size and last write time, as one comparable text. */
export function fingerprintOf({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string {
  return [ino, size, mtimeNs].join()
}

/** Whether it is a regular file with one name. A file with a second name (a hard link) may belong to someone else. */
export function isFileOfItsOwn(stats: Pick<BigIntStats, 'isFile' | 'nlink'>): boolean {
  return stats.isFile() && stats.nlink <= 1n
}

type Bytes = { readonly byte_size: number; readonly sha256: Buffer }

/** Whether an open file has bytes of that size and hash. Does not read a file of another length. */
export async function hasBytesOf(file: FileHandle, { byte_size, sha256 }: Bytes): Promise<boolean> {
  const { size } = await file.stat()
  if (size !== byte_size) return false
  const hash = createHash('sha256')
  // Reads only up to the known size, because a writer could extend the file forever.
  const pieces = file.createReadStream({ autoClose: false, end: Math.max(size - 1, 0) })
  for await (const piece of pieces as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest().equals(sha256)
}
