import { NO_SUCH_PART } from '@portal/contract/files/document-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { ByteRange } from '../../../engines/storage/storage.ts'

/** The part of a document that a Range header requests: all of it, one part, or a part that does not exist. */
type RangeSelection = 'whole' | 'unsatisfiable' | ByteRange

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Parses a Range header (RFC 9110, section 14.2) for a document of `size` bytes. Ignores other units, several ranges
 * and invalid headers, as the standard allows: the response is then the whole document.
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

/** @throws 416 for a part that does not exist. */
export function requireRange(selection: RangeSelection, size: number): ByteRange {
  if (selection === 'whole') return { start: 0, end: size - 1 }
  if (selection !== 'unsatisfiable') return selection
  throw failure(NO_SUCH_PART, { headers: { 'content-range': `bytes */${size}` } })
}

export function extentHeaders(
  selection: RangeSelection,
  { start, end }: ByteRange,
  size: number,
): Record<string, string> {
  const extent = { 'accept-ranges': 'bytes', 'content-length': String(end - start + 1) }
  return selection === 'whole' ? extent : { ...extent, 'content-range': `bytes ${start}-${end}/${size}` }
}
