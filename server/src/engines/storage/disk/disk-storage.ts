import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { StartError } from '../../config/start-error.ts'
import { StagedHashes } from '../staged-hashes.ts'
import { TooManyBytes, type Place, type StagedBytes, type Storage, type StoredObject } from '../storage.ts'
import { anchorsOf } from './anchors.ts'
import { diskOperations, type DiskOperations } from './disk-operations.ts'
import { quarantineOf } from './quarantine.ts'
import { createBulkWriter } from './fill-store.ts'
import { piecesOf } from './pieces.ts'
import { readObjectPart, readWholeObject } from './read-object.ts'
import { readPiece } from './read-piece.ts'
import { SharedRoom, type Booking } from './shared-room.ts'
import { folderChanges } from './shared-sync.ts'
import { codeOf } from './system-error.ts'
import { withMissingRightsReported } from './missing-rights.ts'
import { WriteBehind, type Appendable } from './write-behind.ts'
import { textFiles, type TextOperations } from './text-files.ts'

/** A key becomes a file name. It begins with its shelf and cannot escape from the folder. */
const SAFE_KEY = /^[\da-f]{2}[\w-]{6,62}$/

const SHELVES = Array.from({ length: 256 }, (_shelf, number) => number.toString(16).padStart(2, '0'))

const [FIRST_SHELF = ''] = SHELVES

type StageLimits = { largest: number; booking: Booking }

/**
 * Stores documents below `folder`: `staging/<key>` while they arrive, `kept/<shelf>/<key>` permanently, and
 * `quarantine/<key>` when they are set aside. `store-id` holds the store's id; `anchors/` holds texts that are written
 * once.
 * @throws StartError if the folder cannot be used. A full or read-only disk is readable but stores nothing.
 */
export async function openDiskStorage(
  folder: string,
  disk: DiskOperations = diskOperations,
): Promise<Storage> {
  const operations = withMissingRightsReported(disk)
  const staging = join(folder, 'staging')
  const kept = join(folder, 'kept')
  const beginChange = folderChanges(operations.syncFolder)
  const stagedPath = (key: string) => join(staging, safe(key))
  const shelfOf = (key: string) => join(kept, safe(key).slice(0, 2))
  const keptPath = (key: string) => join(shelfOf(key), key)

  const quarantine = quarantineOf(folder, { keptPath, operations: { ...operations, beginChange } })

  const freeBytes = () => operations.freeBytes(staging)
  const room = new SharedRoom(folder, freeBytes)

  const tryToWrite = async (content: string) => {
    const path = join(staging, `probe-${randomUUID()}`)
    const file = await operations.create(path)
    try {
      await file.writev([Buffer.from(content)])
      return (await file.stat()).mtime
    } finally {
      await file.close()
      // Even a full disk creates the file, empty.
      await removeIfPossible(path)
    }
  }
  // The sweeper removes later what fails now; the caller should see the first failure.
  const removeIfPossible = (path: string) => operations.remove(path).catch(() => undefined)

  const writeStaged = async (
    path: string,
    bytes: AsyncIterable<Buffer>,
    { largest, booking }: StageLimits,
  ) => {
    const file = await operations.create(path)
    try {
      const staged = await writeHashed(booking.through(file), bytes, largest)
      await operations.syncFile(file)
      return staged
    } catch (error) {
      await removeIfPossible(path)
      throw error
    } finally {
      await file.close()
    }
  }

  let isPrepared = true
  const requirePrepared = async () => {
    if (isPrepared) return
    await prepare()
    isPrepared = true
  }
  const pieces = piecesOf(folder, { operations, room, beginChange, stagedPath, requirePrepared })

  // Create all shelves at the start: a shelf created during an upload would need a sync of its own folder too.
  const prepare = async () => {
    for (const path of [staging, kept, quarantine.folder, pieces.folder]) await operations.makeFolder(path)
    await Promise.all(SHELVES.map((shelf) => operations.makeFolder(join(kept, shelf))))
    await Promise.all([kept, folder, dirname(folder)].map((path) => operations.syncFolder(path)))
    // The reserve stops new documents only; everything else works without it.
    await tryToWrite('.')
  }

  try {
    await prepare()
  } catch (error) {
    const isStore = (await operations.facts(kept).catch(() => null)) !== null
    if (!isStore || !TAKES_NOTHING.has(codeOf(error))) {
      throw new StartError(`Documents cannot be stored in ${folder}: ${reasonOf(error)}.`, { cause: error })
    }
    // Existing documents are readable; the rest waits for room.
    isPrepared = false
  }
  const probe = async () => {
    await requirePrepared()
    await room.refuseFull()
    await tryToWrite('.')
    // One shelf represents all of them: rights are lost for whole folders.
    await Promise.all([kept, join(kept, FIRST_SHELF)].map((path) => operations.requireWritable(path)))
  }

  return {
    async stage(key, bytes, { largest }) {
      await requirePrepared()
      const booking = await room.book(largest)
      try {
        return await writeStaged(stagedPath(key), bytes, { largest, booking })
      } finally {
        booking.release()
      }
    },
    async readStaged(key, offset, length) {
      const file = await operations.open(stagedPath(key))
      try {
        return await readPiece(file, offset, length)
      } finally {
        await file.close()
      }
    },
    async keep(key) {
      const path = keptPath(key)
      const makeItLast = beginChange(shelfOf(key), staging)
      await operations.rename(stagedPath(key), path)
      try {
        await makeItLast()
      } catch (error) {
        await removeIfPossible(path)
        throw error
      }
    },
    discard: (key) => operations.remove(stagedPath(key)),
    read: (key, size, range = { start: 0, end: size - 1 }) =>
      readObjectPart(operations, { path: keptPath(key), size, range }),
    readWhole: (key, size) => readWholeObject(operations, { path: keptPath(key), size }),
    fill: createBulkWriter({ operations, room, keptPath }),
    remove: (key) => operations.remove(keptPath(key)),
    quarantine: (key) => quarantine.takeIn(key),
    restore: (key) => quarantine.giveBack(key),
    removeQuarantined: (key) => quarantine.remove(key),
    async *list(only) {
      if (only !== 'quarantined') yield* objectsIn(operations, { folder: staging, place: 'staged' })
      if (only !== 'staged') yield* objectsIn(operations, { folder: quarantine.folder, place: 'quarantined' })
      if (only) return
      for (const shelf of SHELVES) yield* objectsIn(operations, { folder: join(kept, shelf), place: 'kept' })
    },
    ...storeIdOf(folder, { ...operations, beginChange }),
    pieces,
    anchors: anchorsOf(folder, { ...operations, beginChange }),
    // It writes no bytes, so that a full disk can still be swept.
    now: () => tryToWrite(''),
    freeBytes,
    probe,
  }
}

async function writeHashed(
  file: Appendable,
  bytes: AsyncIterable<Buffer>,
  largest: number,
): Promise<StagedBytes> {
  const hashes = new StagedHashes()
  const writer = new WriteBehind(file)
  try {
    for await (const chunk of bytes) {
      if (hashes.size + chunk.length > largest) throw new TooManyBytes(`More than ${largest} bytes.`)
      writer.add(chunk)
      hashes.add(chunk)
      if (writer.isFull) await writer.drain()
    }
  } finally {
    // Close the file only after its last write has ended.
    await writer.drain()
  }
  return hashes.finish()
}

async function* objectsIn(
  operations: DiskOperations,
  { folder, place }: { folder: string; place: Place },
): AsyncGenerator<StoredObject> {
  for await (const key of operations.filesIn(folder)) {
    // Other files in staging are not uploads and must not be removed by a key.
    if (place !== 'kept' && !SAFE_KEY.test(key)) continue
    const facts = await operations.facts(join(folder, key))
    if (facts) yield { key, ...facts, place }
  }
}

function safe(key: string): string {
  if (!SAFE_KEY.test(key)) throw new Error('A storage key is made by newStorageKey.')
  return key
}

/** Errors of a disk that is readable but accepts no writes. */
const TAKES_NOTHING = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a file stands where the folder should be',
  EEXIST: 'a file stands where the folder should be',
}

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/** The id of a store, in the file `store-id` of its folder. */
function storeIdOf(folder: string, operations: TextOperations): Pick<Storage, 'readId' | 'writeId'> {
  const path = join(folder, 'store-id')
  const files = textFiles(operations)
  return {
    readId: async () => (await files.read(path)) || null,
    writeId: (id) => files.write(path, id),
  }
}
