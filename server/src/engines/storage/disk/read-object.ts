import type { Readable } from 'node:stream'
import { DamagedBytes, MissingBytes, type ByteRange } from '../storage.ts'
import type { DiskFile, DiskOperations } from './disk-operations.ts'
import { readPiece } from './read-piece.ts'
import { codeOf } from './system-error.ts'
import { PumpedBytes, type BufferFor } from '../pumped-bytes.ts'

/** Larger than the stream's default of 64 KB, for fewer round trips between disk and network. */
const PIECE_BYTES = 262_144

/**
 * The bytes of an open file within a range, all of them or an error. Closes the file at its end. A file that shrinks
 * during the read never looks complete.
 */
class ObjectBytes extends PumpedBytes {
  readonly #file: DiskFile
  readonly #end: number
  #at: number

  constructor(file: DiskFile, { start, end }: ByteRange) {
    super(PIECE_BYTES)
    this.#file = file
    this.#at = start
    this.#end = end
    this.once('close', () => void file.close().catch(() => undefined))
  }

  override async nextInto(buffer: BufferFor): Promise<Buffer | null> {
    const left = this.#end - this.#at + 1
    if (left === 0) return null
    const into = buffer()
    const { bytesRead } = await this.#file.read(into, 0, Math.min(into.length, left), this.#at)
    if (bytesRead === 0) throw new DamagedBytes('A stored file became shorter while it was read.')
    this.#at += bytesRead
    return into.subarray(0, bytesRead)
  }
}

type Wanted = { path: string; size: number; range: ByteRange }

/**
 * Checks the size of a kept file and streams a range of it.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readObjectPart(
  operations: Pick<DiskOperations, 'open'>,
  { path, size, range }: Wanted,
): Promise<Readable> {
  const file = await openKept(operations, path)
  try {
    const { size: found } = await file.stat()
    if (found !== size) throw new DamagedBytes(`${path} has ${found} bytes, but should have ${size}.`)
  } catch (error) {
    await file.close()
    throw error
  }
  return new ObjectBytes(file, range)
}

/**
 * Streams the first bytes of a file that may be longer.
 * @throws MissingBytes, and DamagedBytes if it has fewer.
 */
export async function readStart(
  operations: Pick<DiskOperations, 'open'>,
  { path, length }: { path: string; length: number },
): Promise<Readable> {
  const file = await openKept(operations, path)
  try {
    const { size: found } = await file.stat()
    if (found < length) throw new DamagedBytes(`${path} has ${found} bytes of ${length}.`)
  } catch (error) {
    await file.close()
    throw error
  }
  return new ObjectBytes(file, { start: 0, end: length - 1 })
}

/**
 * All bytes of a kept file.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readWholeObject(
  operations: Pick<DiskOperations, 'open'>,
  { path, size }: Pick<Wanted, 'path' | 'size'>,
): Promise<Buffer> {
  const file = await openKept(operations, path)
  try {
    // Ask for one extra byte to detect a file that is too long.
    const bytes = await readPiece(file, 0, size + 1)
    if (bytes.length === size) return bytes
    throw new DamagedBytes(`${path} does not have the ${size} bytes that it should have.`)
  } finally {
    await file.close()
  }
}

async function openKept(operations: Pick<DiskOperations, 'open'>, path: string): Promise<DiskFile> {
  try {
    return await operations.open(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new MissingBytes(`${path} is not there.`, { cause: error })
    throw error
  }
}
