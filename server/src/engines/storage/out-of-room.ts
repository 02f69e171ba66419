import { StorageAway, type Storage } from './storage.ts'

const FULL_DISK = '256 MB of the disk stay free for the database. Please make room.'

/**
 * Bytes left free for everything else on the disk, the database above all: it stops where it cannot write, and does not
 * start again. As much as its log may grow between two checkpoints; an upload or an import can wait.
 */
export const RESERVED_FREE_BYTES = 268_435_456

/** No space, no quota, and a full disk of the database, as PostgreSQL calls it. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether the disk of the files, or that of the database, is full. */
export function isOutOfRoom(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}

/** One line for whoever started the portal or a command; null where the disk is not full. */
export function outOfRoomLine(error: unknown): string | null {
  if (!isOutOfRoom(error)) return null
  return `A disk is full (${error.message}). Please make room and try again.`
}

/** Says so where new documents would be refused, most often because the disk is nearly full; everything else goes on. */
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
