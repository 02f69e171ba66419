import { setImmediate as turn } from 'node:timers/promises'
import { HeaderFields } from './header-fields.ts'
import { LineScanner, type Line } from './line-scanner.ts'
import { describePart, type Described, type Encoding } from './part-header.ts'

/** A part of a message without parts of its own, and the range of its encoded bytes in the message. */
export type MessagePart = Described & {
  readonly start: number
  readonly end: number
  /** Approximate bytes after decoding. */
  readonly size: number
}

export type MessageStructure = {
  readonly header: HeaderFields
  /** Whether the header was not read to its end. Then it proves nothing. */
  readonly isHeaderCut: boolean
  /** In the order of the message. */
  readonly parts: readonly MessagePart[]
  /** Content types of all parts, including those with parts of their own: `multipart/mixed`. */
  readonly contentTypes: ReadonlySet<string>
  /** The limit that the message exceeds, so it was not read to its end. */
  readonly tooMuch: ExceededMessageLimit | null
}

export type ExceededMessageLimit = 'header' | 'parts' | 'depth' | 'lines'

/** Counts the headers of the message and of all parts together. Each header line costs as much as a page of text. */
const MESSAGE_LIMITS = {
  headerBytes: 262_144,
  headerLines: 10_000,
  parts: 200,
  depth: 10,
  lines: 5_000_000,
} as const

/** Bytes read before yielding to other work. In a message of empty lines, each byte is a line. */
const BYTES_A_TURN = 16_384

/** Enough of a line to detect the end of a part: a boundary has at most 70 characters (RFC 2046). */
const HEAD_BYTES = 256

/** A part that is being read. `boundary` is null for a part without parts. */
type Open = { readonly described: Described; readonly boundary: string | null; readonly start: number }

/** Reads the structure of a message (RFC 2045 to 2049), tolerantly, without holding its content in memory. */
export async function readStructure(bytes: AsyncIterable<Buffer>): Promise<MessageStructure> {
  const reader = new StructureReader()
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length && reader.tooMuch === null; at += BYTES_A_TURN) {
      reader.add(piece.subarray(at, at + BYTES_A_TURN))
      await turn()
    }
    if (reader.tooMuch !== null) break
  }
  return reader.finish()
}

class StructureReader {
  tooMuch: ExceededMessageLimit | null = null
  readonly #scanner = new LineScanner(MESSAGE_LIMITS.headerBytes + 1, (line) => this.#line(line))
  readonly #parts: MessagePart[] = []
  readonly #types = new Set<string>()
  /** The open parts: containers from the outermost in, then the part without parts. */
  #open: Open[] = []
  #header: HeaderFields | null = null
  #headerLines: Buffer[] | null = []
  #headerBytes = 0
  #headerLineCount = 0
  #isHeaderCut = false
  /** Bytes of text in a part without line breaks. */
  #textBytes = 0
  #padding = 0
  /** Where the last line of the part ended. */
  #contentEnd = 0
  #partCount = 0
  #lineCount = 0

  add(bytes: Buffer): void {
    this.#scanner.add(bytes)
  }

  finish(): MessageStructure {
    this.#scanner.finish()
    if (this.#headerLines !== null && this.tooMuch === null) this.#endHeader(this.#contentEnd)
    this.#closeFrom(0)
    const header = this.#header ?? new HeaderFields([])
    return {
      header,
      isHeaderCut: this.#isHeaderCut,
      parts: this.#parts,
      contentTypes: this.#types,
      tooMuch: this.tooMuch,
    }
  }

  #line(line: Line): void {
    if (this.tooMuch !== null) return
    if (++this.#lineCount > MESSAGE_LIMITS.lines) this.tooMuch = 'lines'
    if (this.#isDelimiter(line)) return
    if (this.#headerLines !== null) return this.#lineOfHeader(line, this.#headerLines)
    this.#textBytes += line.length
    if (line.length > 0) this.#padding = paddingOf(line.head)
    this.#contentEnd = line.start + line.length
  }

  #lineOfHeader(line: Line, lines: Buffer[]): void {
    this.#contentEnd = line.next
    if (line.length === 0) return this.#endHeader(line.next)
    this.#headerBytes += line.length
    this.#headerLineCount++
    const { headerBytes, headerLines } = MESSAGE_LIMITS
    if (this.#headerBytes > headerBytes || this.#headerLineCount > headerLines) {
      this.#isHeaderCut = this.#header === null
      this.#header ??= new HeaderFields(lines)
      this.tooMuch = 'header'
    } else lines.push(line.head)
  }

  #endHeader(start: number): void {
    const header = new HeaderFields(this.#headerLines ?? [])
    this.#header ??= header
    this.#headerLines = null
    this.#scanner.headBytes = HEAD_BYTES
    const isInDigest = this.#open.at(-1)?.described.contentType === 'multipart/digest'
    const described = describePart(header, { isInDigest })
    this.#types.add(described.contentType)
    this.#partCount++
    this.#open.push({ described, boundary: described.boundary, start })
    if (this.#partCount > MESSAGE_LIMITS.parts) this.tooMuch = 'parts'
    if (this.#open.filter(({ boundary }) => boundary !== null).length > MESSAGE_LIMITS.depth)
      this.tooMuch = 'depth'
    this.#beginText(start)
  }

  #beginText(start: number): void {
    this.#textBytes = 0
    this.#padding = 0
    this.#contentEnd = start
  }

  /** Whether the line is a delimiter of an open part. Unfinished inner parts end with it. */
  #isDelimiter({ head, length, next }: Line): boolean {
    if (length < 3 || head[0] !== DASH || head[1] !== DASH || length > HEAD_BYTES) return false
    const text = head.toString('latin1').slice(2).trimEnd()
    const at = this.#open.findLastIndex(
      ({ boundary }) => boundary !== null && (text === boundary || text === `${boundary}--`),
    )
    const open = this.#open[at]
    if (!open) return false
    if (this.#headerLines !== null) this.#endHeader(next)
    this.#closeFrom(at + 1)
    if (text === open.boundary) {
      this.#headerLines = []
      this.#scanner.headBytes = MESSAGE_LIMITS.headerBytes + 1
    }
    return true
  }

  #closeFrom(at: number): void {
    const closed = this.#open.splice(at)
    const last = closed.at(-1)
    if (!last || last.boundary !== null) return
    const { described, start } = last
    const end = Math.max(start, this.#contentEnd)
    const text = { textBytes: this.#textBytes, padding: this.#padding }
    this.#parts.push({ ...described, start, end, size: sizeOf(described.encoding, end - start, text) })
  }
}

const DASH = 0x2d
const EQUALS = 0x3d

function paddingOf(head: Buffer): number {
  return [head.at(-1), head.at(-2)].filter((byte) => byte === EQUALS).length
}

function sizeOf(encoding: Encoding, bytes: number, text: { textBytes: number; padding: number }): number {
  if (encoding !== 'base64') return bytes
  return Math.max(0, Math.floor((text.textBytes * 3) / 4) - text.padding)
}
