import type { ByteRange } from '../../../engines/storage/storage.ts'

/** What a Range header asks of a document: all of it, one part, or a part that it does not have. */
export type RangeSelection = 'whole' | 'unsatisfiable' | ByteRange

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Reads a Range header (RFC 9110, section 14.2) against a document of `size` bytes. Other units, several ranges and
 * what is no range at all are ignored, as the standard allows: the answer is then the whole document.
 */
export function readRange(header: string | undefined, size: number): RangeSelection {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') return lastBytes(Number(last), size)
  const start = Number(first)
  const end = last === '' ? Infinity : Number(last)
  if (end < start) return 'whole'
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

function lastBytes(length: number, size: number): RangeSelection {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
}
