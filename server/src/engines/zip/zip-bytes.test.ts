import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { fromBufferPromise, openPromise } from 'yauzl'
import { ZipBytes, type ZipEntry } from './zip-bytes.ts'
import { dataDescriptor, directoryLine, endOfArchive, localHeader } from './zip-records.ts'

const MIB = 1_048_576
const GIB = 1024 * MIB
const AT = new Date('2026-03-01T12:00:00Z')

/** An entry with these pieces. */
function entryOf(name: string, ...pieces: (Buffer | string | Error)[]): ZipEntry {
  const left = pieces.values()
  return {
    name,
    modifiedAt: AT,
    next: async () => {
      const { value } = left.next()
      if (value instanceof Error) throw value
      return value === undefined ? null : Buffer.from(value)
    },
    close: vi.fn<() => void>(),
  }
}

async function* each(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

/** Takes the bytes like a connection: the pieces are its own only until it calls back. */
function collect(): { readonly sink: Writable; readonly bytes: () => Buffer } {
  const taken: Buffer[] = []
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      taken.push(Buffer.from(piece))
      setImmediate(done)
    },
  })
  return { sink, bytes: () => Buffer.concat(taken) }
}

const entriesInPieces = () =>
  each(entryOf('rendición 2026.pdf', 'a'), entryOf('a (2).pdf'), entryOf('申报/b.txt', 'one', ' ', 'two'))

function contentsOf(zip: Buffer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, content]) => [name, strFromU8(content)]),
  )
}

test('R21.1 another program reads the archive: names in every script, empty files, and files in pieces', async () => {
  const files = { 'rendición 2026.pdf': 'a', 'a (2).pdf': '', '申报/b.txt': 'one two' }
  const { sink, bytes } = collect()
  await pipeline(new ZipBytes(entriesInPieces()), sink)
  expect(contentsOf(bytes())).toEqual(files)
  // Read without a pipe.
  expect(contentsOf(await buffer(new ZipBytes(entriesInPieces())))).toEqual(files)
})

test('R21.1 an archive without files is one', async () => {
  expect(unzipSync(await buffer(new ZipBytes(each())))).toEqual({})
})

test('R21.2 a file that fails breaks the archive before its directory', async () => {
  const good = entryOf('a.txt', 'good')
  const bad = entryOf('b.txt', 'half', new Error('damaged'))
  const { sink, bytes } = collect()
  const zip = new ZipBytes(each(good, bad, entryOf('c.txt', 'never')))
  const failed = once(zip, 'error')
  zip.pipe(sink)
  expect(await failed).toMatchObject([{ message: 'damaged' }])
  expect(() => unzipSync(bytes())).toThrow('invalid zip data')
  expect(bytes().includes('never')).toBe(false)
  expect(sink.writableEnded).toBe(false)
  expect([good.close, bad.close].map((close) => vi.mocked(close).mock.calls.length)).toEqual([1, 1])
})

test('R21.2 an archive that was cut off is no archive, even behind a file that is one itself', async () => {
  const inner = await buffer(new ZipBytes(each(entryOf('word/document.xml', 'text'))))
  const whole = await buffer(new ZipBytes(each(entryOf('a.docx', inner), entryOf('b.txt', 'next'))))
  expect(Buffer.from(unzipSync(whole)['a.docx'] ?? [])).toEqual(inner)
  const end = whole.length - 22
  expect(whole.indexOf('PK\x05\x06', 0, 'latin1')).toBe(end)
  for (let at = inner.length; at < end; at += 1)
    await expect(fromBufferPromise(whole.subarray(0, at))).rejects.toThrow(/End of Central Directory/iu)
})

test('R21.1 every byte of every file is the one that was stored, with its checksum', async () => {
  const sizes = [1, 65_534, 65_535, 65_536, 0xffff - 0x4b50, MIB - 1, MIB, MIB + 1, 3 * MIB + 7]
  const contents = sizes.map((size) => randomBytes(size))
  const signatures = Buffer.from('PK\x05\x06'.repeat(MIB / 8), 'latin1')
  const files = [...contents, signatures, Buffer.from('PK\x05\x06PKPK\x05\x06\x06', 'latin1')]
  const pieces = (content: Buffer) => {
    const cut: Buffer[] = []
    for (let at = 0; at < content.length; at += MIB) cut.push(content.subarray(at, at + MIB))
    return cut
  }
  const entries = () => each(...files.map((content, at) => entryOf(`${at}.bin`, ...pieces(content))))
  const { sink, bytes } = collect()
  await pipeline(new ZipBytes(entries()), sink)
  const archive = bytes()
  expect(archive.indexOf('PK\x05\x06', 0, 'latin1')).toBe(archive.length - 22)
  const read = unzipSync(archive)
  for (const [at, content] of files.entries())
    expect(content.equals(read[`${at}.bin`] ?? Buffer.of())).toBe(true)
  const zip = await fromBufferPromise(archive)
  const sums: number[] = []
  for await (const entry of zip.eachEntry()) sums.push(entry.crc32)
  expect(sums).toEqual(files.map((content) => crc32(content)))
})

test('R21.3 once nobody takes the bytes, the open file is closed and no other is opened', async () => {
  const blocked = Promise.withResolvers<Buffer | null>()
  const isOpen = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const opened: string[] = []
  const ended = Promise.withResolvers<void>()
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      opened.push('slow')
      isOpen.resolve()
      const close = () => {
        closed.resolve()
        blocked.resolve(null)
      }
      yield { name: 'slow', modifiedAt: AT, next: () => blocked.promise, close }
      opened.push('next')
      yield entryOf('next', 'a')
    } finally {
      ended.resolve()
    }
  }
  const zip = new ZipBytes(entries())
  zip.pipe(collect().sink)
  await isOpen.promise
  zip.destroy()
  await closed.promise
  await ended.promise
  expect(opened).toEqual(['slow'])
})

/** The same zeros again and again, without memory. */
function zeros(name: string, size: number): ZipEntry {
  const piece = Buffer.alloc(16 * MIB)
  let left = size
  return {
    name,
    modifiedAt: AT,
    next: async () => {
      const length = Math.min(left, piece.length)
      left -= length
      return length === 0 ? null : piece.subarray(0, length)
    },
    close: () => undefined,
  }
}

test('R21.4 an archive beyond 4 GB is read by another program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'))
  const path = join(folder, 'large.zip')
  const file = await open(path, 'w')
  try {
    let at = 0
    // Zeros leave a hole in the file.
    const writeAll = async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        if (piece.length < MIB) await file.write(piece, 0, piece.length, at)
        at += piece.length
      }
    }
    const entries = each(zeros('a', 2 * GIB), zeros('b', 2 * GIB + 5), entryOf('c.txt', 'behind 4 GB'))
    await pipeline(new ZipBytes(entries), writeAll)
    const zip = await openPromise(path)
    const sizes: [string, number][] = []
    let last = ''
    for await (const entry of zip.eachEntry()) {
      sizes.push([entry.fileName, entry.uncompressedSize])
      if (entry.fileName === 'c.txt') last = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    }
    expect(sizes).toEqual([
      ['a', 2 * GIB],
      ['b', 2 * GIB + 5],
      ['c.txt', 11],
    ])
    expect(last).toBe('behind 4 GB')
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
})

test('R21.4 an archive has more than 65,535 files', async () => {
  const entry = { name: Buffer.from('a.txt'), modifiedAt: AT, crc: 0, size: 0, stored: 0, offset: 0 }
  const bytes = Buffer.concat([localHeader(entry), dataDescriptor(entry)])
  const entries = 65_540
  const line = directoryLine(entry)
  const directory = { entries, offset: bytes.length, size: entries * line.length }
  const lines = Array.from({ length: entries }, () => line)
  const zip = await fromBufferPromise(Buffer.concat([bytes, ...lines, endOfArchive(directory)]))
  expect(zip.entryCount).toBe(entries)
  let read = 0
  for await (const { fileName } of zip.eachEntry()) read += fileName === 'a.txt' ? 1 : 0
  expect(read).toBe(entries)
})
