import { text } from 'node:stream/consumers'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../../config/start-error.ts'
import { DamagedBytes, newStorageKey, type Storage } from '../storage.ts'
import { testStorage } from '../../../testing/storage.test-suite.ts'
import { smallDisk } from '../../../testing/small-disk.ts'
import { diskOperations, type DiskOperations } from './disk-operations.ts'
import { openDiskStorage } from './disk-storage.ts'

/** Bytes reserved for the database. */
const RESERVE = 268_435_456

const newFolder = () => mkdtemp(join(tmpdir(), 'portal-storage-'))
const keptPath = (folder: string, key: string) => join(folder, 'kept', key.slice(0, 2), key)

testStorage('the disk', async () => {
  const folder = await newFolder()
  return {
    storage: await openDiskStorage(folder),
    lengthen: (key) => appendFile(keptPath(folder, key), '!'),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})

describe('the disk storage', () => {
  let folder: string
  beforeEach(async () => void (folder = await newFolder()))
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('A05 the file is synced before it is moved, and both folders after that', async () => {
    const { operations, done } = recorded(folder)
    const storage = await openDiskStorage(folder, operations)
    done.length = 0
    const key = newStorageKey()
    await storage.stage(key, pieces('all of it'), { largest: 100 })
    expect(done).toEqual([`create staging/${key}`, 'sync file of 9 bytes'])
    done.length = 0
    await storage.keep(key)
    const shelf = `kept/${key.slice(0, 2)}`
    expect(done[0]).toBe(`rename staging/${key} to ${shelf}/${key}`)
    expect(done.slice(1).sort()).toEqual([`sync ${shelf}`, 'sync staging'])
  })

  test('in a bulk load each file is synced before it counts, and each folder once at the end', async () => {
    const { operations, done } = recorded(folder)
    const storage = await openDiskStorage(folder, operations)
    done.length = 0
    const keys = ['aa000001', 'aa000002', 'bb000001']
    await storage.fill(30, async (put) => {
      for (const key of keys) await put(key, Buffer.from('all of it'))
      const files = keys.map((key) => [`create kept/${key.slice(0, 2)}/${key}`, 'sync file of 9 bytes'])
      expect(done).toEqual(files.flat())
      done.length = 0
    })
    expect(done.toSorted()).toEqual(['sync kept/aa', 'sync kept/bb'])
  })

  test.each(['syncFile', 'syncFolder'] as const)('a bulk load fails if %s fails', async (operation) => {
    const faults = failing(operation, 'EIO')
    const storage = await openDiskStorage(folder, faults.operations)
    faults.arm()
    const filled = storage.fill(9, (put) => put('aa000001', Buffer.from('all of it')))
    await expect(filled).rejects.toMatchObject({ code: 'EIO' })
  })

  test('more bytes than free space are refused before the first one', async () => {
    const disk = smallDisk({ room: 1000 })
    const storage = await openDiskStorage(folder, disk.operations)
    const filled = storage.fill(1001, (put) => put('aa000001', Buffer.from('all of it')))
    await expect(filled).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(storage.readWhole('aa000001', 9)).rejects.toThrow('is not there')
  })

  test('quarantine is a move, both folders are synced, and the moved file survives a power failure', async () => {
    const { operations, done } = recorded(folder)
    const storage = await openDiskStorage(folder, operations)
    const key = newStorageKey()
    await storage.stage(key, pieces('set aside'), { largest: 100 })
    await storage.keep(key)
    const shelf = `kept/${key.slice(0, 2)}`
    done.length = 0
    await storage.quarantine(key)
    await storage.restore(key)
    expect(done[0]).toBe(`rename ${shelf}/${key} to quarantine/${key}`)
    expect(done.slice(1, 3).sort()).toEqual([`sync ${shelf}`, 'sync quarantine'])
    expect(done[3]).toBe(`rename quarantine/${key} to ${shelf}/${key}`)
    expect(done.slice(4).sort()).toEqual([`sync ${shelf}`, 'sync quarantine'])
  })

  test('a file in staging that is not an upload is not removed, and stops nothing', async () => {
    const storage = await openDiskStorage(folder)
    await writeFile(join(folder, 'staging', 'probe-a81193f1-857e-49b8-ada5-e37b71a8fe07'), '')
    const key = newStorageKey()
    await storage.stage(key, pieces('broken off'), { largest: 100 })
    const staged: string[] = []
    for await (const object of storage.list('staged')) staged.push(object.key)
    expect(staged).toEqual([key])
  })

  test('the folders exist and are synced before the first upload', async () => {
    const { operations, done } = recorded(folder)
    await openDiskStorage(folder, operations)
    expect(done.filter((line) => line.startsWith('make kept/'))).toHaveLength(256)
    expect(done.findLastIndex((line) => line.startsWith('make kept/'))).toBeLessThan(
      done.indexOf('sync kept'),
    )
  })

  test.each(['EIO', 'ENOSPC'])(
    'A03 A07 %s while a file is synced: nothing remains, and the next one works',
    async (code) => {
      const faults = failing('syncFile', code)
      const storage = await openDiskStorage(folder, faults.operations)
      faults.arm()
      const key = newStorageKey()
      await expect(storage.stage(key, pieces('lost'), { largest: 100 })).rejects.toMatchObject({ code })
      expect(await count(storage)).toBe(0)
      await storage.stage(key, pieces('fine'), { largest: 100 })
      await storage.keep(key)
      expect(await count(storage)).toBe(1)
    },
  )

  test.each(['rename', 'syncFolder'] as const)('A09 A04 ENOSPC in %s: nothing is kept', async (operation) => {
    const faults = failing(operation, 'ENOSPC')
    const storage = await openDiskStorage(folder, faults.operations)
    const key = newStorageKey()
    await storage.stage(key, pieces('lost'), { largest: 100 })
    faults.arm()
    await expect(storage.keep(key)).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(storage.read(key, 4)).rejects.toThrow('is not there')
  })

  test('A07 a full disk in the middle of a file is reported, and nothing remains', async () => {
    let isFull = false
    const storage = await openDiskStorage(folder, {
      ...diskOperations,
      async create(path) {
        const file = await diskOperations.create(path)
        if (isFull) file.writev = noRoom
        return file
      },
    })
    isFull = true
    const staging = storage.stage(newStorageKey(), pieces('a', 'b', 'c'), { largest: 100 })
    await expect(staging).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await count(storage)).toBe(0)
  })

  test('A07 A08 the last of the disk is left to the database: uploads and the probe report that it is full', async () => {
    let free = RESERVE + 100
    const storage = await openDiskStorage(folder, { ...diskOperations, freeBytes: async () => free })
    const key = newStorageKey()
    await storage.stage(key, pieces('fits'), { largest: 100 })
    free -= 1
    await expect(storage.stage(newStorageKey(), pieces('no'), { largest: 100 })).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    free = RESERVE - 1
    await expect(storage.probe()).rejects.toMatchObject({ code: 'ENOSPC' })
    await storage.keep(key)
    expect(await count(storage)).toBe(1)
  })

  test('A08 with less free space than the reserve it still opens: documents are read and removed, none is accepted', async () => {
    const key = newStorageKey()
    const before = await openDiskStorage(folder)
    await before.stage(key, pieces('here'), { largest: 100 })
    await before.keep(key)
    const storage = await openDiskStorage(folder, { ...diskOperations, freeBytes: async () => 200_000_000 })
    await expect(storage.probe()).rejects.toMatchObject({
      code: 'ENOSPC',
      message: `The disk of ${folder} has 190 MB free. 256 MB stay free.`,
    })
    await expect(storage.stage(newStorageKey(), pieces('no'), { largest: 100 })).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect(await buffer(await storage.read(key, 4))).toEqual(Buffer.from('here'))
    await storage.remove(key)
    expect(await count(storage)).toBe(0)
  })

  test('R5.47 A08 files in transfer reserve their space: an upload that does not fit next to them is refused, and released space is free again', async () => {
    // The probe at the start takes one byte.
    const disk = smallDisk({ room: 5_500_001 })
    const storage = await openDiskStorage(folder, disk.operations)
    const gate = Promise.withResolvers<void>()
    const stageOne = () => storage.stage(newStorageKey(), behind(gate.promise), { largest: 1_000_000 })
    const outcomes = Promise.allSettled(Array.from({ length: 11 }, stageOne))
    gate.resolve()
    const failures = (await outcomes).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(failures).toHaveLength(6)
    for (const failure of failures) expect(failure).toMatchObject({ code: 'ENOSPC' })
    expect(disk.minRoom()).toBe(500_000)
    expect(await count(storage)).toBe(5)
    // A file smaller than its reservation leaves the difference to the next one.
    await storage.stage(newStorageKey(), pieces('small'), { largest: 500_000 })
    await storage.stage(newStorageKey(), pieces('small'), { largest: 499_995 })
  })

  test('R5.47 A07 A08 another process that fills the disk is noticed during a write', async () => {
    const disk = smallDisk({ room: 60_000_000 })
    const storage = await openDiskStorage(folder, disk.operations)
    async function* growing(): AsyncGenerator<Buffer> {
      for (let megabytes = 0; megabytes < 50; megabytes++) {
        if (megabytes === 10) disk.fill(20_000_000)
        yield Buffer.alloc(1_000_000)
      }
    }
    const staging = storage.stage(newStorageKey(), growing(), { largest: 50_000_000 })
    await expect(staging).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(disk.minRoom()).toBeGreaterThan(20_000_000)
    expect(await count(storage)).toBe(0)
  })

  test('a full disk stops the start with one line', async () => {
    const nowhere = join(folder, 'not-made-yet')
    const opening = openDiskStorage(nowhere, {
      ...diskOperations,
      makeFolder: noRoom,
    })
    await expect(opening).rejects.toThrow(`Documents cannot be stored in ${nowhere}: the disk is full.`)
  })

  test.each(['ENOSPC', 'EROFS'])(
    'A04 a store on a disk without any room (%s) can be opened and read, and accepts documents once it can',
    async (code) => {
      const key = newStorageKey()
      const whole = await openDiskStorage(folder)
      await whole.stage(key, pieces('bytes'), { largest: 100 })
      await whole.keep(key)
      let isBroken = true
      const refuse = () => Promise.reject(Object.assign(new Error(code), { code }))
      const storage = await openDiskStorage(folder, {
        ...diskOperations,
        create: (path) => (isBroken ? refuse() : diskOperations.create(path)),
        makeFolder: (path) => (isBroken ? refuse() : diskOperations.makeFolder(path)),
      })
      expect(await text(await storage.read(key, 5))).toBe('bytes')
      await expect(storage.probe()).rejects.toMatchObject({ code })
      const staging = storage.stage(newStorageKey(), pieces('more'), { largest: 100 })
      await expect(staging).rejects.toMatchObject({ code })
      isBroken = false
      await storage.probe()
      await storage.stage(newStorageKey(), pieces('more'), { largest: 100 })
    },
  )

  test('C10 a file that becomes shorter while it is read breaks the stream', async () => {
    const storage = await openDiskStorage(folder)
    const key = newStorageKey()
    await storage.stage(key, pieces('x'.repeat(2_000_000)), { largest: 2_000_000 })
    await storage.keep(key)
    const stream = await storage.read(key, 2_000_000)
    await truncate(keptPath(folder, key), 1_000_000)
    await expect(stream.toArray()).rejects.toThrow(DamagedBytes)
  })

  test.each(['../../etc/passwd', 'ab/../../x', 'zz000000', ''])(
    'V5.3.2 a key such as %j reaches no file',
    async (key) => {
      const storage = await openDiskStorage(folder)
      expect(() => storage.remove(key)).toThrow('A storage key')
      await expect(storage.removeQuarantined(key)).rejects.toThrow('A storage key')
      await expect(storage.stage(key, pieces('x'), { largest: 1 })).rejects.toThrow('A storage key')
    },
  )

  test('a file in place of the folder stops the start with one line', async () => {
    const path = join(folder, 'documents')
    await writeFile(path, '')
    const opening = openDiskStorage(path)
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/^Documents cannot be stored in .*documents: a file stands .*\.$/)
  })

  test('a read-only folder stops the start with one line', async () => {
    // The superuser may write everywhere, so the error of the system is faked.
    const faults = failing('makeFolder', 'EACCES')
    faults.arm()
    const opening = openDiskStorage(join(folder, 'documents'), faults.operations)
    await expect(opening).rejects.toThrow(
      /^Documents cannot be stored in .*: this user may not write there\.$/,
    )
    await expect(opening).rejects.toThrow(StartError)
  })
})

const noRoom = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))

/** Operations that record what they did, with paths below `folder`. */
function recorded(folder: string): { operations: DiskOperations; done: string[] } {
  const done: string[] = []
  const short = (path: string) => relative(folder, path)
  const operations: DiskOperations = {
    ...diskOperations,
    async create(path) {
      done.push(`create ${short(path)}`)
      return diskOperations.create(path)
    },
    async syncFile(file) {
      await diskOperations.syncFile(file)
      done.push(`sync file of ${(await file.stat()).size} bytes`)
    },
    async rename(from, to) {
      await diskOperations.rename(from, to)
      done.push(`rename ${short(from)} to ${short(to)}`)
    },
    async makeFolder(path) {
      done.push(`make ${short(path)}`)
      return diskOperations.makeFolder(path)
    },
    async syncFolder(path) {
      await diskOperations.syncFolder(path)
      done.push(`sync ${short(path)}`)
    },
  }
  return { operations, done }
}

/** Operations of which one fails once, when armed. */
function failing(operation: 'syncFile' | 'rename' | 'syncFolder' | 'makeFolder', code: string) {
  let armed = false
  const fail = async () => {
    armed = false
    throw Object.assign(new Error(`${code}: played by the test`), { code })
  }
  const operations: DiskOperations = {
    ...diskOperations,
    syncFile: (file) => (armed && operation === 'syncFile' ? fail() : diskOperations.syncFile(file)),
    makeFolder: (path) => (armed && operation === 'makeFolder' ? fail() : diskOperations.makeFolder(path)),
    rename: (from, to) => (armed && operation === 'rename' ? fail() : diskOperations.rename(from, to)),
    syncFolder: (path) => (armed && operation === 'syncFolder' ? fail() : diskOperations.syncFolder(path)),
  }
  return { operations, arm: () => void (armed = true) }
}

/** Yields a megabyte once its gate opens. */
async function* behind(gate: Promise<void>): AsyncGenerator<Buffer> {
  await gate
  yield Buffer.alloc(1_000_000)
}

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function count(storage: Storage): Promise<number> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.length
}
