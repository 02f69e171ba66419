import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/** Bytes of a file held in memory at a time. */
const PIECE_BYTES = 1024 * 1024

/**
 * The SHA-256 of a file, read in chunks.
 * @throws DOMException if the file cannot be read.
 */
export async function hashFile(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    // The browser's own digest needs the whole file in memory.
    // oxlint-disable-next-line no-await-in-loop
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
