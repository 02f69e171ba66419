import { MEGABYTE } from '../config/megabyte.ts'

/** The bytes of a file in a child. */
export type FileBytes = {
  readonly size: number
  all(): Uint8Array
  /** Fills `target` with the bytes from `start` on. @throws RangeError if the file ends before. */
  copy(start: number, target: Uint8Array): void
}

export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    all: () => bytes,
    copy(start, target) {
      if (start + target.length > bytes.length) throw new RangeError('The file ends before.')
      target.set(bytes.subarray(start, start + target.length))
    },
  }
}

/** Bytes of one read: what the store proves at once. */
const PART_BYTES = MEGABYTE

/** Reads each part of a file when it is first needed, and keeps it. `read` returns the bytes from `start` to before `end`. */
export function bytesInParts(size: number, read: (start: number, end: number) => Uint8Array): FileBytes {
  const parts = new Map<number, Uint8Array>()
  const partAt = (at: number): Uint8Array => {
    const start = at - (at % PART_BYTES)
    const part = parts.get(start) ?? read(start, Math.min(start + PART_BYTES, size))
    parts.set(start, part)
    return part
  }
  const copy = (start: number, target: Uint8Array) => {
    if (start + target.length > size) throw new RangeError('The file ends before.')
    for (let filled = 0; filled < target.length;) {
      const at = start + filled
      const piece = partAt(at).subarray(at % PART_BYTES, (at % PART_BYTES) + target.length - filled)
      target.set(piece, filled)
      filled += piece.length
    }
  }
  return {
    size,
    copy,
    all() {
      const bytes = new Uint8Array(size)
      copy(0, bytes)
      return bytes
    },
  }
}
