/** A document that lies somewhere and can be read in pieces. Offsets and lengths in bytes. */
export type ByteSource = {
  readonly size: number
  /** At most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Bytes that are already in memory, as a source. */
export function bytesInMemory(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  }
}
