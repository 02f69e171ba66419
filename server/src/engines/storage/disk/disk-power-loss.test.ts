import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { diskOperations, type DiskOperations } from './disk-operations.ts'
import { openDiskStorage } from './disk-storage.ts'

type Event =
  | { kind: 'created'; path: string }
  | { kind: 'file synced'; path: string; bytes: Buffer }
  | { kind: 'renamed'; path: string; to: string }
  | { kind: 'folder sync begins' | 'folder sync ends'; path: string; sync: string }
  | { kind: 'promised'; path: string }

/** The real operations, each recorded after it happened. A sync covers the content at its start. */
function noted(events: Event[]): DiskOperations {
  const paths = new Map<object, string>()
  return {
    ...diskOperations,
    async create(path) {
      const file = await diskOperations.create(path)
      paths.set(file, path)
      events.push({ kind: 'created', path })
      return file
    },
    async syncFile(file) {
      const path = paths.get(file) ?? ''
      const bytes = await readFile(path)
      await diskOperations.syncFile(file)
      events.push({ kind: 'file synced', path, bytes })
    },
    async rename(path, to) {
      await diskOperations.rename(path, to)
      events.push({ kind: 'renamed', path, to })
    },
    async syncFolder(path) {
      const sync = randomUUID()
      events.push({ kind: 'folder sync begins', path, sync })
      await diskOperations.syncFolder(path)
      events.push({ kind: 'folder sync ends', path, sync })
    },
  }
}

/** Null until it is synced, because it may then be anything. */
type Content = { bytes: Buffer | null }
type Names = Map<string, Content>

const inFolder = (names: Names, folder: string) => [...names].filter(([path]) => dirname(path) === folder)

/**
 * The content of a disk after these events and a power failure, with only the guarantees of POSIX: at best it has every
 * name, at worst only those whose folder was synced since.
 */
function afterPowerLoss(events: readonly Event[]): { atBest: Names; atWorst: Names } {
  const atBest: Names = new Map()
  const atWorst: Names = new Map()
  const begun = new Map<string, [string, Content][]>()
  for (const event of events) {
    const content = atBest.get(event.path) ?? { bytes: null }
    if (event.kind === 'created') atBest.set(event.path, content)
    else if (event.kind === 'file synced') content.bytes = event.bytes
    else if (event.kind === 'renamed') {
      atBest.delete(event.path)
      atBest.set(event.to, content)
    } else if (event.kind === 'folder sync begins') begun.set(event.sync, inFolder(atBest, event.path))
    else if (event.kind === 'folder sync ends') {
      for (const [path] of inFolder(atWorst, event.path)) atWorst.delete(path)
      for (const [path, each] of begun.get(event.sync) ?? []) atWorst.set(path, each)
    }
  }
  return { atBest, atWorst }
}

/** The faults of every possible moment of a power failure, one sentence each. `kept` is the folder that readers see. */
function breaches(events: readonly Event[], uploads: ReadonlyMap<string, Buffer>, kept: string): Set<string> {
  const found = new Set<string>()
  for (let length = 0; length <= events.length; length++) {
    const past = events.slice(0, length)
    const { atBest, atWorst } = afterPowerLoss(past)
    for (const [path, { bytes }] of [...atBest, ...atWorst]) {
      const isWhole = bytes !== null && uploads.get(basename(path))?.equals(bytes) === true
      if (path.startsWith(kept) && !isWhole) found.add('something in pieces is to be seen')
    }
    for (const { path } of past.filter(({ kind }) => kind === 'promised')) {
      if (!atWorst.has(path)) found.add('something promised is not there')
    }
  }
  return found
}

test('A06 at whatever moment the power fails, everything promised is complete, and nothing partial is visible', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-power-'))
  const events: Event[] = []
  const storage = await openDiskStorage(folder, noted(events))
  events.length = 0
  // In one subfolder, so that they share the syncs of their folders.
  const uploads = new Map(Array.from({ length: 12 }, () => [`aa${randomUUID()}`, randomBytes(2000)]))
  const upload = async (key: string, bytes: Buffer) => {
    await storage.stage(key, inPieces(bytes), { largest: 2000 })
    await storage.keep(key)
    events.push({ kind: 'promised', path: join(folder, 'kept/aa', key) })
  }
  await Promise.all([...uploads].map(([key, bytes]) => upload(key, bytes)))
  await rm(folder, { recursive: true })

  const kept = join(folder, 'kept')
  expect(events.filter(({ kind }) => kind === 'promised')).toHaveLength(12)
  expect(breaches(events, uploads, kept)).toEqual(new Set())
  // The model itself detects missing operations.
  const without = (kind: Event['kind']) =>
    breaches(
      events.filter((event) => event.kind !== kind),
      uploads,
      kept,
    )
  expect(without('file synced')).toEqual(new Set(['something in pieces is to be seen']))
  expect(without('folder sync ends')).toEqual(new Set(['something promised is not there']))
})

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300)
}
