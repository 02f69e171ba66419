import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DamagedBytes, MissingBytes, type ByteRange } from '../storage.ts'
import { KeptBytes } from './kept-bytes.ts'

/**
 * Streams a kept file after a look at its size.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readKept(path: string, size: number, range: ByteRange): Promise<Readable> {
  const file = await openKept(path)
  try {
    const { size: found } = await file.stat()
    if (found !== size) throw new DamagedBytes(`${path} has ${found} bytes, but should have ${size}.`)
  } catch (error) {
    await file.close()
    throw error
  }
  return new KeptBytes(file, range)
}

async function openKept(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new MissingBytes(`${path} is not there.`, { cause: error })
    }
    throw error
  }
}
