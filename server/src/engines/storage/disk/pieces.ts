import { CANNOT_LINK } from '../../cannot-link.ts'
import { join } from 'node:path'
import { BrokenSource } from '../broken-source.ts'
import { StagedHashes } from '../staged-hashes.ts'
import type { Pieces, StagedBytes } from '../storage.ts'
import type { DiskOperations } from './disk-operations.ts'
import { readStart } from './read-object.ts'
import type { SharedRoom } from './shared-room.ts'
import type { BeginChange } from './shared-sync.ts'
import { codeOf } from './system-error.ts'
import { WriteBehind, type Appendable } from './write-behind.ts'

/** Bytes after which a running piece is synced; a server that dies may lose that much. */
const SYNC_EVERY_BYTES = 8_388_608
/** Milliseconds after which it is synced too, for slow connections. */
const SYNC_EVERY_MS = 2000

type Store = {
  readonly operations: DiskOperations
  readonly room: SharedRoom
  readonly beginChange: BeginChange
  /** Throws for an invalid key. */
  readonly stagedPath: (key: string) => string
  readonly requirePrepared: () => Promise<void>
}

/** Pieces in `unfinished/<key>` below the folder of a store. */
export function piecesOf(
  storeFolder: string,
  { operations, room, beginChange, stagedPath, requirePrepared }: Store,
): Pieces & { readonly folder: string } {
  const folder = join(storeFolder, 'unfinished')
  const pathOf = (key: string) => {
    stagedPath(key)
    return join(folder, key)
  }
  return {
    folder,
    largest: Infinity,
    async write(key, bytes, { room: needed, onDurable }) {
      await requirePrepared()
      const booking = await room.book(needed)
      try {
        const makeItLast = beginChange(folder)
        const file = await operations.create(pathOf(key))
        const source = new BrokenSource(bytes)
        try {
          const staged = await writeSyncing(booking.through(file), source, async (durable) => {
            await operations.syncFile(file)
            await makeItLast()
            await onDurable(durable)
          })
          await operations.syncFile(file)
          return { ...staged, brokenBy: source.brokenBy, makeLast: makeItLast }
        } finally {
          await file.close()
        }
      } finally {
        booking.release()
      }
    },
    read: (key, length) => readStart(operations, { path: pathOf(key), length }),
    async stage(key) {
      try {
        await operations.link(pathOf(key), stagedPath(key))
        return true
      } catch (error) {
        if (CANNOT_LINK.has(codeOf(error))) return false
        throw error
      }
    },
    remove: (key) => operations.remove(pathOf(key)),
    removeLost: (key) => operations.remove(pathOf(key)),
    async *list() {
      for await (const key of operations.filesIn(folder)) {
        const facts = await operations.facts(join(folder, key))
        if (facts) yield { key, changedAt: facts.changedAt }
      }
    },
  }
}

/**
 * Writes and hashes all bytes. Now and then it calls `sync` with the number of bytes that the system has, while more
 * come.
 */
async function writeSyncing(
  file: Appendable,
  bytes: AsyncIterable<Buffer>,
  sync: (bytes: number) => Promise<void>,
): Promise<StagedBytes> {
  const hashes = new StagedHashes()
  const writer = new WriteBehind(file)
  const syncs = new SyncsOnTheWay(sync)
  try {
    for await (const chunk of bytes) {
      writer.add(chunk)
      hashes.add(chunk)
      if (writer.isFull) await writer.drain()
      if (!syncs.isDue(hashes.size)) continue
      await writer.drain()
      syncs.begin(hashes.size)
    }
  } finally {
    // Close the file only after the last operation on it has ended.
    await Promise.allSettled([writer.drain(), syncs.settled()])
  }
  await writer.drain()
  await syncs.settled()
  return hashes.finish()
}

/** Runs one sync at a time, each for all bytes before it. A sender who is faster than the disk does not wait for it. */
class SyncsOnTheWay {
  readonly #sync: (bytes: number) => Promise<void>
  #running: Promise<void> = Promise.resolve()
  #bytes = 0
  #at = performance.now()
  #isRunning = false
  #failure: { readonly error: unknown } | null = null

  constructor(sync: (bytes: number) => Promise<void>) {
    this.#sync = sync
  }

  /** @throws the failure of the previous sync. */
  isDue(bytes: number): boolean {
    if (this.#failure) throw this.#failure.error
    if (this.#isRunning) return false
    return bytes - this.#bytes >= SYNC_EVERY_BYTES || performance.now() - this.#at >= SYNC_EVERY_MS
  }

  begin(bytes: number): void {
    this.#bytes = bytes
    this.#at = performance.now()
    this.#isRunning = true
    this.#running = this.#sync(bytes).finally(() => (this.#isRunning = false))
    this.#running.catch((error: unknown) => (this.#failure = { error }))
  }

  settled(): Promise<void> {
    return this.#running
  }
}
