import type { BigIntStats } from 'node:fs'

/** The fingerprint of a file: its inode, size and last write time, as one comparable text. */
export function fingerprintOf({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string {
  return [ino, size, mtimeNs].join()
}

/** Whether it is a regular file with one name. A file with a second name (a hard link) may belong to someone else. */
export function isFileOfItsOwn(stats: Pick<BigIntStats, 'isFile' | 'nlink'>): boolean {
  return stats.isFile() && stats.nlink <= 1n
}
