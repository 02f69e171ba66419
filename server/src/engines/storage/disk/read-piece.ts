import type { DiskFile } from './disk-operations.ts'

/** `length` bytes of a file from `offset`, fewer if it ends earlier. */
export async function readPiece(
  file: Pick<DiskFile, 'read'>,
  offset: number,
  length: number,
): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(piece, filled, length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return piece.subarray(0, filled)
}
