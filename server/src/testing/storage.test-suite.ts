import { createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESERVED_FREE_BYTES } from '../engines/storage/out-of-room.ts'
import { find, inPieces, kept, namesIn, LARGE_SIZE, readAll } from './stored-bytes.ts'
import { testBesideBytes } from './beside-bytes.test-suite.ts'
import { testPieces } from './pieces.test-suite.ts'
import { testProvenReads } from './proven-reads.test-suite.ts'
import { testWholeObjects } from './whole-objects.test-suite.ts'
import { provenByTags } from '../engines/storage/proven-bytes.ts'
import { MIB_BYTES } from '../engines/storage/mib-tags.ts'
import {
  DamagedBytes,
  MissingBytes,
  newStorageKey,
  TooManyBytes,
  type Storage,
} from '../engines/storage/storage.ts'

export type StorageUnderTest = {
  storage: Storage
  /** Appends bytes to the stored object with this key, behind the storage's back. */
  lengthen(key: string): Promise<void>
  close(): Promise<void>
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The tests of every storage driver. Each driver's own test runs them on an empty storage. */
export function testStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} as a storage`, () => {
    let underTest: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      underTest = await open()
      storage = underTest.storage
    })
    afterAll(() => underTest.close())

    test('what was staged and kept comes back byte for byte, with its size and hashes', async () => {
      const bytes = randomBytes(3_000_017)
      const key = newStorageKey()
      const staged = await storage.stage(key, inPieces(bytes, 65_521), LARGE_SIZE)
      expect(staged.size).toBe(bytes.length)
      expect(staged.sha256.equals(sha256(bytes))).toBe(true)
      const mibs = [0, 1, 2].map((mib) => bytes.subarray(mib * MIB_BYTES, (mib + 1) * MIB_BYTES))
      expect(mibs.map(provenByTags(staged.mibTags))).toEqual([true, true, true])
      await storage.keep(key)
      expect((await readAll(storage, key, bytes.length)).equals(bytes)).toBe(true)
    })

    testProvenReads(() => storage)
    testPieces(() => storage)

    test('no bytes at all are staged as none', async () => {
      const key = newStorageKey()
      const staged = await storage.stage(key, inPieces(Buffer.alloc(0), 1), LARGE_SIZE)
      expect(staged.size).toBe(0)
      expect(staged.sha256.toString('hex')).toBe(
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      )
      await storage.discard(key)
    })

    test('many small and single bytes keep their order', async () => {
      const bytes = randomBytes(5000)
      const key = await kept(storage, bytes, 1)
      expect((await readAll(storage, key, bytes.length)).equals(bytes)).toBe(true)
    })

    test('what is only staged is not there for readers', async () => {
      const key = newStorageKey()
      await storage.stage(key, inPieces(Buffer.from('not yet'), 3), LARGE_SIZE)
      await expect(storage.read(key, 7)).rejects.toThrow(MissingBytes)
      await storage.discard(key)
      await storage.discard(key)
      expect(await find(storage, key)).toBeUndefined()
    })

    test('staged bytes can be looked at, at their end and beyond it too', async () => {
      const key = newStorageKey()
      await storage.stage(key, inPieces(Buffer.from('0123456789'), 4), LARGE_SIZE)
      expect((await storage.readStaged(key, 2, 3)).toString()).toBe('234')
      expect((await storage.readStaged(key, 8, 100)).toString()).toBe('89')
      expect((await storage.readStaged(key, 50, 10)).length).toBe(0)
      await storage.discard(key)
    })

    test('ranges of what is kept, first and last byte included', async () => {
      const bytes = randomBytes(700_001)
      const key = await kept(storage, bytes)
      for (const [start, end] of [
        [0, 0],
        [700_000, 700_000],
        [262_143, 262_144],
        [1, 699_999],
      ] as const) {
        const part = await readAll(storage, key, bytes.length, { start, end })
        expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
      }
    })

    testWholeObjects(() => storage)

    test('a writer who takes each piece late gets every byte as it was', async () => {
      const bytes = randomBytes(1_500_001)
      const key = await kept(storage, bytes)
      const taken: Buffer[] = []
      const writer = new Writable({
        async write(piece: Buffer, _encoding, done) {
          await nextTurn()
          taken.push(Buffer.from(piece))
          done()
        },
      })
      const source = await storage.read(key, bytes.length)
      source.pipe(writer)
      await Promise.all([finished(source), finished(writer)])
      expect(Buffer.concat(taken).equals(bytes)).toBe(true)
    })

    test('a sender who breaks off leaves nothing, and their own error is told', async () => {
      const key = newStorageKey()
      await expect(storage.stage(key, breakingOff(), LARGE_SIZE)).rejects.toThrow('the cable was cut')
      expect(await find(storage, key)).toBeUndefined()
    })

    test('one byte too many leaves nothing; exactly as many as allowed are taken', async () => {
      const key = newStorageKey()
      const tooMany = storage.stage(key, inPieces(randomBytes(1001), 100), { largest: 1000 })
      await expect(tooMany).rejects.toThrow(TooManyBytes)
      expect(await find(storage, key)).toBeUndefined()
      const staged = await storage.stage(key, inPieces(randomBytes(1000), 100), { largest: 1000 })
      expect(staged.size).toBe(1000)
      await storage.discard(key)
    })

    test('missing bytes and bytes of another size are told apart from sound ones', async () => {
      await expect(storage.read(newStorageKey(), 10)).rejects.toThrow(MissingBytes)
      const key = await kept(storage, randomBytes(1000))
      await underTest.lengthen(key)
      await expect(storage.read(key, 1000)).rejects.toThrow(DamagedBytes)
    })

    test('what is removed is gone, and may be removed again', async () => {
      const key = await kept(storage, randomBytes(10))
      await storage.remove(key)
      await storage.remove(key)
      await expect(storage.read(key, 10)).rejects.toThrow(MissingBytes)
    })

    test('the list names what is staged and what is kept, with size and moment', async () => {
      const before = Date.now() - 2000
      const staged = newStorageKey()
      await storage.stage(staged, inPieces(randomBytes(30), 30), LARGE_SIZE)
      const keptKey = await kept(storage, randomBytes(20))
      expect(await find(storage, staged)).toMatchObject({ size: 30, place: 'staged' })
      const found = await find(storage, keptKey)
      expect(found).toMatchObject({ size: 20, place: 'kept' })
      expect(found?.changedAt.getTime()).toBeGreaterThan(before)
      expect(await namesIn(storage, 'staged')).toEqual([staged])
      await storage.discard(staged)
    })

    test('what is in quarantine is safe from readers and removal, and comes back byte for byte', async () => {
      const bytes = randomBytes(200_003)
      const key = await kept(storage, bytes)
      expect(await storage.quarantine(key)).toBe(true)
      await expect(storage.read(key, bytes.length)).rejects.toThrow(MissingBytes)
      await storage.remove(key)
      expect(await storage.quarantine(key)).toBe(false)
      expect(await namesIn(storage, 'quarantined')).toEqual([key])
      expect(await namesIn(storage, 'staged')).toEqual([])
      expect(await find(storage, key)).toMatchObject({ size: bytes.length, place: 'quarantined' })
      expect(await storage.restore(key)).toBe(true)
      expect(await storage.restore(key)).toBe(false)
      expect((await readAll(storage, key, bytes.length)).equals(bytes)).toBe(true)
      expect(await namesIn(storage, 'quarantined')).toEqual([])
    })

    test('what is removed from quarantine is gone, and may be removed again; what is kept is not reached', async () => {
      const key = await kept(storage, randomBytes(10))
      await storage.removeQuarantined(key)
      expect((await readAll(storage, key, 10)).length).toBe(10)
      await storage.quarantine(key)
      await storage.removeQuarantined(key)
      await storage.removeQuarantined(key)
      expect(await storage.restore(key)).toBe(false)
      expect(await find(storage, key)).toBeUndefined()
    })

    testBesideBytes(() => storage)

    test('its time is that of what is written to it', async () => {
      const before = await namesIn(storage)
      const first = (await storage.now()).getTime()
      const key = await kept(storage, randomBytes(10))
      const changedAt = (await find(storage, key))?.changedAt.getTime() ?? 0
      // Some storages round times to the second.
      expect(changedAt).toBeGreaterThanOrEqual(first - 1000)
      expect((await storage.now()).getTime()).toBeGreaterThanOrEqual(changedAt - 1000)
      await storage.remove(key)
      expect(await namesIn(storage)).toEqual(before)
    })

    test('a probe finds it writable and leaves nothing', async () => {
      const before = await namesIn(storage)
      await storage.probe()
      expect(await namesIn(storage)).toEqual(before)
    })

    test('it tells how much may still be written', async () => {
      const free = await storage.freeBytes()
      expect(free).toBeGreaterThan(RESERVED_FREE_BYTES)
      expect(Number.isSafeInteger(free)).toBe(true)
    })

    test('many at once do not mix', async () => {
      const all = Array.from({ length: 16 }, (_one, number) => Buffer.alloc(200_000 + number, number + 1))
      const keys = await Promise.all(all.map((bytes) => kept(storage, bytes, 1777)))
      for (const [at, key] of keys.entries()) {
        const bytes = all[at] ?? Buffer.alloc(0)
        expect((await readAll(storage, key, bytes.length)).equals(bytes)).toBe(true)
      }
    })

    test('a reader who leaves early closes the file', async () => {
      const key = await kept(storage, randomBytes(2_000_000))
      const stream = await storage.read(key, 2_000_000)
      const closed = new Promise((resolve) => void stream.once('close', resolve))
      stream.destroy()
      await closed
      expect(stream.readableEnded).toBe(false)
    })
  })
}

async function* breakingOff(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000)
  await nextTurn()
  yield Buffer.alloc(100_000)
  throw new Error('the cable was cut')
}
