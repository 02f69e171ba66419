import { Sha256 } from './sha256.ts'

/** Bytes of a file in memory at once. */
const PIECE_BYTES = 1024 * 1024

/**
 * The SHA-256 of a file, read piece by piece.
 * @throws DOMException where it cannot be read.
 */
export async function hashFile(file: Blob): Promise<string> {
  const hash = new Sha256()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    // One piece after the other is the point of it.
    // oxlint-disable-next-line no-await-in-loop
    hash.add(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
  }
  return hash.end()
}
