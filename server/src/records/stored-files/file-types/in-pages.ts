import type { ByteSource } from './byte-source.ts'

/** The document makes its reader jump back and forth without end: it is crafted or broken. */
export class TooScattered extends Error {}

const PAGE_BYTES = 65_536
const PAGES_KEPT = 16
/** Twice the pages of the largest document: a genuine directory is read once, from front to back. */
const MAX_PAGES_READ = 1_600

/**
 * Reads the document in pages of 64 KB and caches the last 16. So a walk over small records needs few reads from a disk
 * or a remote store. Reads outside the document are empty.
 * @throws TooScattered if a document makes it fetch more than about 100 MB, and the source's own errors.
 */
export function inPages(source: ByteSource): ByteSource {
  const kept = new Map<number, Buffer>()
  let pagesRead = 0

  async function page(number: number): Promise<Buffer> {
    const bytes = kept.get(number) ?? (await fetched(number))
    // Deleting and setting it again makes it the newest.
    kept.delete(number)
    kept.set(number, bytes)
    const [oldest] = kept.keys()
    if (kept.size > PAGES_KEPT && oldest !== undefined) kept.delete(oldest)
    return bytes
  }

  function fetched(number: number): Promise<Buffer> {
    pagesRead += 1
    if (pagesRead > MAX_PAGES_READ) throw new TooScattered()
    const start = number * PAGE_BYTES
    return source.read(start, Math.min(PAGE_BYTES, source.size - start))
  }

  async function read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, source.size)
    if (!(offset >= 0 && offset < end)) return Buffer.alloc(0)
    const pieces: Buffer[] = []
    for (let number = Math.floor(offset / PAGE_BYTES); number * PAGE_BYTES < end; number += 1) {
      const start = number * PAGE_BYTES
      pieces.push((await page(number)).subarray(Math.max(0, offset - start), end - start))
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  }

  return { size: source.size, read }
}
