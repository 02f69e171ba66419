import { access, constants, link, mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { codeOf } from './system-error.ts'

/** An open file. */
export type DiskFile = {
  writev(pieces: Buffer[]): Promise<{ bytesWritten: number }>
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  stat(): Promise<{ size: number; mtime: Date }>
  datasync(): Promise<void>
  close(): Promise<void>
}
export type FileFacts = { size: number; changedAt: Date }

/** Every disk operation, so that tests can observe the order, make each one fail, or simulate a disk. */
export type DiskOperations = {
  /** Creates a file that must not exist yet. */
  create(path: string): Promise<DiskFile>
  /** Opens a file to read it. */
  open(path: string): Promise<DiskFile>
  syncFile(file: DiskFile): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name. */
  link(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>
  /** The names of the files in a folder. */
  filesIn(path: string): AsyncIterable<string>
  /** Null if the file does not exist, or no longer. */
  facts(path: string): Promise<FileFacts | null>
  /** Rejects if this user may not create files in a folder. */
  requireWritable(path: string): Promise<void>
  /** Bytes that this user may still write on the disk of a folder. */
  freeBytes(path: string): Promise<number>
}

/** Only the portal may read documents. */
const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

export const diskOperations: DiskOperations = {
  create: (path) => open(path, 'wx', OWNER_ONLY_FILE),
  open: (path) => open(path, 'r'),
  // datasync includes the size; it skips the times, which we do not need.
  syncFile: (file) => file.datasync(),
  rename,
  link,
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
  async *filesIn(path) {
    for await (const entry of await opendir(path)) if (entry.isFile()) yield entry.name
  },
  async facts(path) {
    try {
      const { size, mtime } = await stat(path)
      return { size, changedAt: mtime }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  },
  requireWritable: (path) => access(path, constants.W_OK | constants.X_OK),
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
}
