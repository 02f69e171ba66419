import { mkdir, open, rename, rm, statfs, type FileHandle } from 'node:fs/promises'

/** The operations on which durability hangs, so that tests can watch their order and let each of them fail. */
export type DiskOperations = {
  /** Creates a file that must not be there yet. */
  create(path: string): Promise<FileHandle>
  syncFile(file: FileHandle): Promise<void>
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Bytes that this user may still write on the disk of a folder. */
  freeBytes(path: string): Promise<number>
}

/** Documents are nobody's business but the portal's. */
const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

export const diskOperations: DiskOperations = {
  create: (path) => open(path, 'wx', OWNER_ONLY_FILE),
  // The size is part of what is synced; times are not, and need not be.
  syncFile: (file) => file.datasync(),
  rename,
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: OWNER_ONLY_FOLDER })
  },
  async syncFolder(path) {
    // Windows cannot open folders; NTFS journals the rename itself.
    if (process.platform === 'win32') return
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
  remove: (path) => rm(path, { force: true }),
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
}
