import { readPartHeader, type PartHeader } from './part-header.ts'

/** One part of a form. The reader must consume all its bytes before it requests the next part. */
export type FormPart = { header: PartHeader; bytes: AsyncIterable<Buffer> }

/** The form is cut short (`isCut`) or malformed. */
export class BrokenForm extends Error {
  readonly isCut: boolean

  constructor(message: string, { isCut = false } = {}) {
    super(message)
    this.isCut = isCut
  }
}

/** Browsers need a few hundred. */
const LARGEST_HEADER_BYTES = 16_384
/** The maximum number of bytes before the first part or after the last one. No sender is known to send any. */
const LARGEST_FRAME_BYTES = 65_536
const MAX_PARTS = 30
const LINE_END = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/gi

/** Returns the boundary of a content type; null if it is not a form, or has no boundary or several. */
export function multipartBoundary(contentType: string | undefined): string | null {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? '')) return null
  const [[, quoted, plain] = [], ...more] = (contentType ?? '').matchAll(BOUNDARY)
  if (more.length > 0) return null
  const boundary = quoted ?? plain ?? ''
  return boundary.length > 0 && boundary.length <= 200 ? boundary : null
}

/**
 * Reads a multipart/form-data form (RFC 7578) as it arrives. The chunks of a part are views of the received bytes, not
 * copies. Reads from the source only on demand.
 * @throws BrokenForm, and the source's own errors.
 */
export async function* readParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // No line precedes the first delimiter, so the line end that belongs to it is supplied here.
  const inlet = new Inlet(source, LINE_END)
  await skip(bytesUpTo(inlet, delimiter))
  for (let parts = 0; await opensPart(inlet); parts++) {
    if (parts >= MAX_PARTS) throw new BrokenForm('The form has too many parts.')
    const header = readPartHeader(await readHeaderBlock(inlet))
    if (!header) throw new BrokenForm('A part of the form has no name, or names itself twice.')
    const progress = { isRead: false }
    yield { header, bytes: bytesUpTo(inlet, delimiter, progress) }
    if (!progress.isRead) throw new BrokenForm('A part of the form was not read.')
  }
  await skip(inlet.rest())
}

/** Buffers bytes that have arrived and are not yet consumed. */
class Inlet {
  held: Buffer
  readonly #source: AsyncIterator<Buffer>

  constructor(source: AsyncIterable<Buffer>, first: Buffer) {
    this.#source = source[Symbol.asyncIterator]()
    this.held = first
  }

  /** Waits for the next chunk; false at the end of the source. */
  async more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value])
    return true
  }

  /** Waits until `length` bytes are held. */
  async atLeast(length: number): Promise<void> {
    while (this.held.length < length) if (!(await this.more())) throw cutShort()
  }

  take(length: number): Buffer {
    const taken = this.held.subarray(0, length)
    this.held = this.held.subarray(length)
    return taken
  }

  async *rest(): AsyncGenerator<Buffer> {
    do yield this.take(this.held.length)
    while (await this.more())
  }
}

const cutShort = () => new BrokenForm('The form ended before its last part.', { isCut: true })

/** Reads the mark after a delimiter: true if another part follows, false at the end of the form. */
async function opensPart(inlet: Inlet): Promise<boolean> {
  await inlet.atLeast(2)
  const mark = inlet.take(2).toString('latin1')
  if (mark === '--') return false
  if (mark === '\r\n') return true
  throw new BrokenForm('A delimiter of the form is damaged.')
}

async function readHeaderBlock(inlet: Inlet): Promise<string> {
  for (;;) {
    const end = inlet.held.indexOf(HEADER_END)
    if (end > LARGEST_HEADER_BYTES || (end < 0 && inlet.held.length > LARGEST_HEADER_BYTES)) {
      throw new BrokenForm('A part of the form has a header that is too long.')
    }
    if (end >= 0) return inlet.take(end + HEADER_END.length).toString('utf8', 0, end)
    if (!(await inlet.more())) throw cutShort()
  }
}

async function* bytesUpTo(
  inlet: Inlet,
  delimiter: Buffer,
  progress = { isRead: false },
): AsyncGenerator<Buffer> {
  for (;;) {
    const at = inlet.held.indexOf(delimiter)
    if (at >= 0) {
      const last = inlet.take(at)
      inlet.take(delimiter.length)
      progress.isRead = true
      if (last.length > 0) yield last
      return
    }
    const certain = inlet.take(startOfHalf(inlet.held, delimiter))
    if (certain.length > 0) yield certain
    if (!(await inlet.more())) throw cutShort()
  }
}

/** Returns where a partly received delimiter may begin, or the length of `held` if there is none. */
function startOfHalf(held: Buffer, delimiter: Buffer): number {
  const first = Math.max(0, held.length - delimiter.length + 1)
  for (let at = held.indexOf(0x0d, first); at >= 0; at = held.indexOf(0x0d, at + 1)) {
    if (held.subarray(at).equals(delimiter.subarray(0, held.length - at))) return at
  }
  return held.length
}

async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  let skipped = 0
  for await (const piece of bytes) {
    skipped += piece.length
    if (skipped > LARGEST_FRAME_BYTES) throw new BrokenForm('The form has bytes outside of its parts.')
  }
}
