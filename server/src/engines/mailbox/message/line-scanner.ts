const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const NOTHING = Buffer.alloc(0)

/** A line of a message, without its break. */
export type Line = {
  /** Offsets of this line and of the next one in the message. */
  readonly start: number
  readonly next: number
  /** Bytes without the break. */
  readonly length: number
  /** Its first bytes, at most `headBytes`. */
  readonly head: Buffer
}

/** Finds the lines of a message in a stream and keeps only the start of each. Either line break ends a line. */
export class LineScanner {
  /** Maximum bytes stored of each line. */
  headBytes: number
  readonly #onLine: (line: Line) => void
  #head: Buffer[] = []
  #kept = 0
  #start = 0
  #at = 0
  #lastByte = 0

  constructor(headBytes: number, onLine: (line: Line) => void) {
    this.headBytes = headBytes
    this.#onLine = onLine
  }

  add(bytes: Buffer): void {
    let from = 0
    for (;;) {
      const feed = bytes.indexOf(LINE_FEED, from)
      if (feed === -1) break
      if (feed > from) this.#keep(bytes.subarray(from, feed))
      this.#end(this.#at + 1, this.#lastByte === CARRIAGE_RETURN ? 1 : 0)
      this.#at += 1
      from = feed + 1
    }
    this.#keep(bytes.subarray(from))
  }

  /** The last line may have no break. */
  finish(): void {
    if (this.#at > this.#start) this.#end(this.#at, 0)
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    const room = this.headBytes - this.#kept
    // Copy the bytes, because the reader may reuse the buffer.
    if (room > 0) this.#head.push(Buffer.from(bytes.subarray(0, room)))
    this.#kept += Math.min(room > 0 ? room : 0, bytes.length)
    this.#at += bytes.length
    this.#lastByte = bytes[bytes.length - 1] ?? 0
  }

  #takeHead(length: number): Buffer {
    const [first = NOTHING, ...others] = this.#head
    if (first.length === 0) return NOTHING
    this.#head = []
    return (others.length === 0 ? first : Buffer.concat([first, ...others])).subarray(0, length)
  }

  #end(next: number, returnBytes: number): void {
    const length = this.#at - this.#start - returnBytes
    const line = { start: this.#start, next, length, head: this.#takeHead(length) }
    this.#kept = 0
    this.#start = next
    this.#lastByte = 0
    this.#onLine(line)
  }
}
