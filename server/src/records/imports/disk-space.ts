import { stat, statfs } from 'node:fs/promises'
import { CommandError } from '../../engines/commands/command.ts'
import { RESERVED_FREE_BYTES } from '../../engines/storage/out-of-room.ts'
import type { Engines } from '../../engines/engines.ts'

/** Bytes of staged lines, rows and indexes for each byte of a file. Measurements were 2.7 to 3.3. */
const ROW_BYTES_PER_BYTE = 6
/** Bytes of the database's log for each byte of a file, until the log is truncated. */
const LOG_BYTES_PER_BYTE = 12
const MAX_LOG_BYTES = 268_435_456
const MEGABYTE = 1_000_000

/**
 * Rejects a file that would fill the disk of the embedded database, which is next to the documents. Any other database
 * has its own disk. A missing file is reported by the code that opens it.
 * @throws CommandError with one line.
 */
export async function requireDiskSpace(
  { settings, storage }: Pick<Engines, 'settings' | 'storage'>,
  path: string,
): Promise<void> {
  if (settings.databaseUrl !== null) return
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) return
  const needed =
    RESERVED_FREE_BYTES +
    facts.size * ROW_BYTES_PER_BYTE +
    Math.min(facts.size * LOG_BYTES_PER_BYTE, MAX_LOG_BYTES)
  // With documents in a bucket, the storage says nothing about the disk.
  const free = settings.bucket === null ? await storage.freeBytes() : await freeIn(settings.dataDir)
  if (free >= needed) return
  throw new CommandError(
    `To load ${path}, ${Math.ceil(needed / MEGABYTE)} MB must be free for DATA_DIR ${settings.dataDir}; ${Math.floor(free / MEGABYTE)} MB are. Nothing was loaded.`,
  )
}

/** Free bytes on the disk of a folder. */
async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
