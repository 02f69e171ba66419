import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { CommandError } from '../../engines/commands/command.ts'

/** A text file that can be read from its beginning. */
export type FileText = {
  readonly path: string
  readonly bytes: number
  readonly encoding: 'utf-8' | 'windows-1252'
}

/** A chunk of a file, with the number of bytes read so far. */
export type Chunk = { readonly text: string; readonly bytesRead: number }

const CHUNK_BYTES = 1 << 18
/** How many bytes from the beginning decide whether the file is text. */
const SAMPLE_BYTES = 4096

/**
 * UTF-8 if every byte of the file is valid, else CP1252.
 * @throws CommandError with one line if the file is not readable text.
 */
export async function openText(path: string): Promise<FileText> {
  try {
    const { size } = await regularFile(path)
    await requireText(path)
    return { path, bytes: size, encoding: (await isUtf8(path)) ? 'utf-8' : 'windows-1252' }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(reasonOf(error, path))
  }
}

/** The file's text in chunks, without its byte order mark. `hash` is updated with its bytes. */
export async function* readText({ path, encoding }: FileText, hash: Hash): AsyncGenerator<Chunk> {
  const decoder = new TextDecoder(encoding)
  let bytesRead = 0
  for await (const chunk of chunksOf(path)) {
    bytesRead += chunk.length
    hash.update(chunk)
    yield { text: decoder.decode(chunk, { stream: true }), bytesRead }
  }
  yield { text: decoder.decode(), bytesRead }
}

async function regularFile(path: string) {
  const found = await stat(path)
  if (found.isDirectory()) throw new CommandError(`${path} is a folder, not a file.`)
  if (!found.isFile()) throw new CommandError(`${path} is not a file.`)
  if (found.size === 0) throw new CommandError(`${path} is empty.`)
  return found
}

async function requireText(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    const sample = buffer.subarray(0, bytesRead)
    const mark = sample.toString('hex', 0, 2)
    if (mark === 'fffe' || mark === 'feff') {
      throw new CommandError(`${path} is UTF-16 text. Please save it as CSV in UTF-8.`)
    }
    if (sample.includes(0)) throw new CommandError(`${path} is not a text file. Please save it as CSV.`)
  } finally {
    await file.close()
  }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunksOf(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${path}.`
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read: permission denied.`
  return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`
}
