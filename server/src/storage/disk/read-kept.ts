import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DamagedBytes, MissingBytes, type ByteRange } from '../storage.ts'

/** Larger pieces than the stream's default of 64 KB: fewer turns between disk and network. */
const PIECE = 262_144

/** Streams a kept file after a look at its size. Throws MissingBytes and DamagedBytes. */
export async function readKept(path: string, size: number, range: ByteRange): Promise<Readable> {
  const file = await openKept(path)
  try {
    const { size: found } = await file.stat()
    if (found !== size) throw new DamagedBytes(`${path} has ${found} bytes, but should have ${size}.`)
  } catch (error) {
    await file.close()
    throw error
  }
  const stream = Readable.from(piecesOf(file, range), { objectMode: false, highWaterMark: PIECE })
  // Not in the generator: one that was never started would never close the file.
  stream.once('close', () => void file.close().catch(() => undefined))
  return stream
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

/** All bytes of a range, or an error: a file that became shorter meanwhile never ends as if it were whole. */
async function* piecesOf(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = start; at <= end;) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, end - at + 1))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new DamagedBytes('A stored file became shorter while it was read.')
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}
