import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RESERVED_FREE_BYTES } from '../../engines/storage/out-of-room.ts'
import { engineFolder } from './engine-folder.ts'

const run = promisify(execFile)
const MEBIBYTE = 1_048_576
/** Bytes of the disk: the portal's reserve, and room for a database and some documents. */
const DISK_BYTES = RESERVED_FREE_BYTES + 512 * MEBIBYTE

export type SmallDisk = {
  readonly folder: string
  /** Fills the disk until less than the portal's reserve is left, or until `leaving` bytes are left. */
  fill(leaving?: number): Promise<void>
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

/** A separate disk, so small that a test can fill it. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = engineFolder()
  const filling = join(folder, 'of-others')
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0755`, 'tmpfs', folder])
  return {
    folder,
    fill: (leaving = RESERVED_FREE_BYTES / 2) => fill(filling, { folder, leaving }),
    makeRoom: () => rm(filling),
    async remove() {
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes until only this many bytes are left on the disk. */
async function fill(path: string, { folder, leaving }: { folder: string; leaving: number }): Promise<void> {
  const file = await open(path, 'w')
  const piece = Buffer.alloc(MEBIBYTE)
  for (;;) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= leaving) break
    await file.write(piece.subarray(0, bavail * bsize))
  }
  await file.close()
}
