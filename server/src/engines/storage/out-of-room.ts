import { StorageAway, type Storage } from './storage.ts'

const FULL_DISK = '256 MB of the disk stay free for the database. Please make room.'

/**
 * Bytes kept free for everything else on the disk, mainly the database: it stops when it cannot write, and does not
 * start again. This equals how much its log may grow between two checkpoints. Uploads and imports can wait.
 */
export const RESERVED_FREE_BYTES = 268_435_456

/** A disk below its reserve. Its message names the folder and the free megabytes, its code is the system's own. */
export class FullDisk extends Error {
  readonly code = 'ENOSPC'
}

/** No space, no quota, and PostgreSQL's code for a full disk of the database. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether the disk of the files or the disk of the database is full. */
export function isOutOfRoom(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}

/** One line for the person who started the portal or a command; null if the disk is not full. */
export function outOfRoomLine(error: unknown): string | null {
  if (!isOutOfRoom(error)) return null
  return `A disk is full (${error.message}). Please make room and try again.`
}

/**
 * Prints a note if new documents would be refused, usually because the disk is nearly full. Everything else continues.
 */
export async function warnOfStorage(
  storage: Pick<Storage, 'probe'>,
  print: (line: string) => void,
): Promise<void> {
  await storage.probe().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const told = error instanceof StorageAway ? reason : `${FULL_DISK} ${reason}`
    print(`Note: No document can be stored now: ${told}`)
  })
}
