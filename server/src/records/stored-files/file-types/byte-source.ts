/** A document that can be read in ranges. Offsets and lengths in bytes. */
export type ByteSource = {
  readonly size: number
  /** Returns at most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Buffer>
}

/** A source for bytes in memory. */
export function bytesInMemory(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  }
}
