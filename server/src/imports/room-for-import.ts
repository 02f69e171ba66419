import { stat } from 'node:fs/promises'
import { CommandError } from '../commands/command.ts'
import { KEPT_FREE } from '../storage/kept-free.ts'
import type { World } from '../world.ts'

/** Bytes of staged lines, rows and indexes for each byte of a file; 2.7 to 3.3 were measured. */
const ROWS = 6
/** Bytes of the database's log for each byte of a file, up to where it is cut off. */
const LOG = 12
const LARGEST_LOG = 268_435_456
const MEGABYTE = 1_000_000

/**
 * Throws CommandError where the embedded database would fill its disk by loading a file. The embedded one lies
 * beside the documents, another has a disk of its own; a file that is not there is told by whoever opens it.
 */
export async function refuseWithoutRoom(
  { settings, storage }: Pick<World, 'settings' | 'storage'>,
  path: string,
): Promise<void> {
  if (settings.databaseUrl !== null) return
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) return
  const needed = KEPT_FREE + facts.size * ROWS + Math.min(facts.size * LOG, LARGEST_LOG)
  const free = await storage.freeBytes()
  if (free >= needed) return
  throw new CommandError(
    `To load ${path}, ${Math.ceil(needed / MEGABYTE)} MB must be free for DATA_DIR ${settings.dataDir}; ${Math.floor(free / MEGABYTE)} MB are. Nothing was loaded.`,
  )
}
