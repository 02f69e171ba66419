import type { Readable } from 'node:stream'
import { DamagedBytes, MissingBytes, type ByteRange } from '../storage.ts'
import type { DiskFile, DiskOperations } from './disk-operations.ts'
import { KeptBytes } from './kept-bytes.ts'
import { readPiece } from './read-piece.ts'
import { codeOf } from './system-error.ts'

type Wanted = { path: string; size: number; range: ByteRange }

/**
 * Streams a kept file after a look at its size.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readKept(
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
  return new KeptBytes(file, range)
}

/**
 * Streams the first bytes of a file that may have more.
 * @throws MissingBytes, and DamagedBytes where it has fewer.
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
  return new KeptBytes(file, { start: 0, end: length - 1 })
}

/**
 * All bytes of a kept file.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readKeptWhole(
  operations: Pick<DiskOperations, 'open'>,
  { path, size }: Pick<Wanted, 'path' | 'size'>,
): Promise<Buffer> {
  const file = await openKept(operations, path)
  try {
    // One byte more than there should be tells that there are too many.
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
