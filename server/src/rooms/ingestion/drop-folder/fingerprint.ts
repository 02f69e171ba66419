import type { BigIntStats } from 'node:fs'

/** How a file looks: what it is on its disk, how long it is and when it was last written, as one text to compare. */
export function fingerprintOf({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string {
  return [ino, size, mtimeNs].join()
}

/** Whether it is a file with one name: a file with a second one (a hard link) may be somebody else's. */
export function isFileOfItsOwn(stats: Pick<BigIntStats, 'isFile' | 'nlink'>): boolean {
  return stats.isFile() && stats.nlink <= 1n
}
