import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { FileFacts } from './manifest.ts'
import { DamagedBackup, NotThere, type BackupPlace } from './place.ts'

/** Compresses `content` into a file and returns the file's name, size and hash. */
export async function writeCompressed(
  place: BackupPlace,
  file: string,
  content: AsyncIterable<Buffer | string> | Iterable<string>,
): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(compressed: AsyncIterable<Buffer>) {
    for await (const chunk of compressed) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(content), createZstdCompress(), (compressed) =>
    place.write(file, counted(compressed)),
  )
  return { file, bytes, sha256: hash.digest('hex') }
}

/**
 * The content of a compressed file.
 * @throws DamagedBackup, at its end or earlier, if one bit of the file was changed.
 */
export async function* readCompressed(
  place: BackupPlace,
  { file, bytes, sha256 }: FileFacts,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let read = 0
  async function* hashed() {
    for await (const chunk of place.read(file)) {
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
  }
  const content = createZstdDecompress()
  const fed = pipeline(Readable.from(hashed()), content)
  fed.catch(() => undefined)
  try {
    yield* content as AsyncIterable<Buffer>
    await fed
  } catch (error) {
    if (error instanceof NotThere) throw new DamagedBackup(`The backup ${place.name} lacks ${file}.`)
    if (!isOfZstd(error)) throw error
    throw damaged(place, file)
  } finally {
    content.destroy()
  }
  if (read !== bytes || hash.digest('hex') !== sha256) throw damaged(place, file)
}

function isOfZstd(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' || code === 'ERR_ZSTD_DECOMPRESSION_FAILED'
}

function damaged(place: BackupPlace, file: string): DamagedBackup {
  return new DamagedBackup(`The backup ${place.name} is damaged: ${file} is not as it was written.`)
}

/** Splits ASCII text into lines without their ends, in batches. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}
