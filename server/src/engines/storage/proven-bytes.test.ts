import { randomBytes } from 'node:crypto'
import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofOf, taken } from '../../testing/proven-reads.test-suite.ts'
import { openDiskStorage } from './disk/disk-storage.ts'
import { MIB_BYTES } from './mib-tags.ts'
import { readProven } from './proven-bytes.ts'
import { DamagedBytes, newStorageKey, type Storage } from './storage.ts'

const SIZE = 5 * MIB_BYTES
const range = { start: 0, end: SIZE - 1 }
const bytes = randomBytes(SIZE)
const isProven = proofOf(bytes)

describe('proven bytes of a file that changes during the read', () => {
  let folder: string
  let storage: Storage
  let key: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-proven-'))
    storage = await openDiskStorage(folder)
    key = newStorageKey()
    path = join(folder, 'kept', key.slice(0, 2), key)
    await storage.stage(key, Readable.from([bytes]), { largest: SIZE })
    await storage.keep(key)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const begin = () => readProven(storage, { key, size: SIZE, isProven, range })

  test.each([
    ['written over', () => writeFile(path, randomBytes(SIZE), { flag: 'r+' })],
    ['cut off', () => truncate(path, 2_000_000)],
  ])('A16 C10 %s: it breaks off before a wrong byte', async (_what, change) => {
    const stream = await begin()
    await change()
    const { bytes: came, error } = await taken(stream)
    expect(error).toBeInstanceOf(DamagedBytes)
    expect(came.length).toBeLessThan(SIZE)
    expect(came.equals(bytes.subarray(0, came.length))).toBe(true)
  })

  test('another file in its place: earlier readers get the file that they began with', async () => {
    const stream = await begin()
    await writeFile(`${path}-other`, randomBytes(SIZE))
    await rename(`${path}-other`, path)
    expect((await taken(stream)).bytes.equals(bytes)).toBe(true)
    await expect(begin()).rejects.toThrow(DamagedBytes)
  })

  test('one flipped byte is found at any place', async () => {
    for (const at of [0, MIB_BYTES + 1, SIZE - 1]) {
      const wrong = Buffer.from(bytes)
      wrong[at] = (wrong[at] ?? 0) ^ 1
      await writeFile(path, wrong)
      const start = at - (at % MIB_BYTES)
      const only = { start, end: start + 9 }
      await expect(readProven(storage, { key, size: SIZE, isProven, range: only })).rejects.toThrow(
        DamagedBytes,
      )
    }
  })
})

test('C10 a source that ends early is damage, and an error of the source is passed on', async () => {
  expect((await read(endingEarly())).error).toBeInstanceOf(DamagedBytes)
  expect((await read(breaking())).error).toMatchObject({ message: 'the network is gone' })
})

test('I03 for a reader that reads nothing two MiB are held, and no more are requested', async () => {
  let asked = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for (let at = 0; at < SIZE; at += 65_536) {
      asked += 65_536
      yield bytes.subarray(at, at + 65_536)
    }
  }
  const source = Readable.from(counted(), { highWaterMark: 1 })
  const stream = await readProven(
    storageOf(() => source),
    { key: '', size: SIZE, isProven, range },
  )
  stream.pipe(new Writable({ write: () => undefined }))
  for (let turn = 0; turn < 1000; turn++) await nextTurn()
  expect(asked).toBeGreaterThanOrEqual(2 * MIB_BYTES)
  expect(asked).toBeLessThan(2 * MIB_BYTES + 3 * 65_536)
  stream.destroy()
})

async function read(pieces: AsyncIterable<Buffer>): Promise<Awaited<ReturnType<typeof taken>>> {
  const source = storageOf(() => Readable.from(pieces))
  return taken(await readProven(source, { key: '', size: SIZE, isProven, range }))
}

async function* endingEarly(): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, MIB_BYTES)
  yield bytes.subarray(MIB_BYTES, MIB_BYTES + 9)
}

async function* breaking(): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, MIB_BYTES)
  throw new Error('the network is gone')
}

/** A driver that returns the bytes as its own stream, like a network driver. */
function storageOf(open: () => Readable): Pick<Storage, 'read'> {
  return { read: async () => open() }
}
