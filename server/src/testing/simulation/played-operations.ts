import type { Random } from '../../demo/random.ts'
import type { DiskFile, DiskOperations } from '../../engines/storage/disk/disk-operations.ts'
import type { PlayedDisk } from './played-disk.ts'
import { PlayedFailure } from './played-failure.ts'
import { PlayedFile, type Sync } from './played-file.ts'

const PLENTY_BYTES = 1_000_000_000_000
const EPOCH = new Date(0)

/** How many of 100 fail. */
export type Failing = { readonly operations: number; readonly folderSyncs: number }
/** A user of a disk. `turn` resolves when it is their turn. */
export type DiskUse = { readonly random: Random; turn(): Promise<void>; failing(): Failing }

type Play = {
  /** Acts in one turn and returns in another. In between others act, and the power may fail. */
  played<T>(act: () => T): Promise<T>
  synced(begin: () => Sync, failing: keyof Failing): Promise<void>
}

/** The operations of a driver on a simulated disk. */
export function playedOperations(disk: PlayedDisk, use: DiskUse): DiskOperations {
  const play = playWith(use)
  const { played, synced } = play
  return {
    create: (path) => played(() => opened(disk, disk.create(path), play)),
    open: (path) => played(() => opened(disk, disk.file(path), play)),
    syncFile: (file) => file.datasync(),
    link: (from, to) => played(() => disk.link(from, to)),
    rename: (from, to) => played(() => disk.rename(from, to)),
    makeFolder: (path) => played(() => void disk.makeFolder(path)),
    syncFolder: (path) => synced(() => disk.folder(path).beginSync(), 'folderSyncs'),
    remove: (path) => played(() => disk.remove(path)),
    async *filesIn(path) {
      await use.turn()
      yield* disk.filesIn(path)
    },
    facts: (path) =>
      played(() => {
        const node = disk.find(path)
        return node instanceof PlayedFile ? { size: node.bytes.length, changedAt: EPOCH } : null
      }),
    // A simulated disk has no permissions.
    requireWritable: async () => {},
    freeBytes: async () => PLENTY_BYTES,
  }
}

function opened(disk: PlayedDisk, file: PlayedFile, { played, synced }: Play): DiskFile {
  return {
    writev: (pieces) => played(() => ({ bytesWritten: disk.append(file, Buffer.concat(pieces)) })),
    read: (into, offset, length, position) =>
      played(() => ({ bytesRead: file.bytes.subarray(position, position + length).copy(into, offset) })),
    stat: () => played(() => ({ size: file.bytes.length, mtime: EPOCH })),
    datasync: () => synced(() => file.beginSync(), 'operations'),
    close: () => played(() => undefined),
  }
}

function playWith({ random, turn, failing }: DiskUse): Play {
  const mayFail = (what: keyof Failing) => {
    if (random.chance(failing()[what])) throw new PlayedFailure(random.pick(['EIO', 'ENOSPC']))
  }
  return {
    async played(act) {
      await turn()
      mayFail('operations')
      const result = act()
      await turn()
      return result
    },
    async synced(begin, what) {
      await turn()
      const sync = begin()
      await turn()
      try {
        mayFail(what)
      } catch (error) {
        if (random.chance(50)) sync.fail()
        throw error
      }
      sync.succeed()
      await turn()
    },
  }
}
