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
