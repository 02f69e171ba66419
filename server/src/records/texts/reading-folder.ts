import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Engines } from '../../engines/engines.ts'
import { readStored } from '../stored-files/bytes/read-stored.ts'
import type { ClaimedText } from './texts.repository.ts'

type FolderWorld = Pick<Engines, 'settings' | 'clock' | 'database' | 'storage'>

/** Milliseconds between the marks of a file in use, and without a mark until it counts as left. */
const MARK_EVERY_MS = 60_000
const LEFT_AFTER_MS = 15 * MARK_EVERY_MS

function folderOf({ settings }: FolderWorld): string {
  return join(settings.dataDir, 'reading')
}

/**
 * Runs `use` with the path of a private copy of a document's bytes, because a child reads a file and not the store.
 * @throws MissingBytes, DamagedBytes and the errors of `use`.
 */
export async function withFile<T>(
  world: FolderWorld,
  { storageKey, byteSize, sha256 }: ClaimedText,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = folderOf(world)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, crypto.randomUUID())
  const marking = setInterval(() => void markInUse(world, path), MARK_EVERY_MS).unref()
  try {
    const file = { storage_key: storageKey, byte_size: byteSize, sha256 }
    const bytes = await readStored(world, file, { start: 0, end: byteSize - 1 })
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await use(path)
  } finally {
    clearInterval(marking)
    await rm(path, { force: true })
  }
}

async function markInUse({ clock }: FolderWorld, path: string): Promise<void> {
  // A file that is removed needs no mark.
  await utimes(path, clock.now(), clock.now()).catch(() => {})
}

/** Removes the files of processes that were killed. Several processes may share the folder, so files in use stay. */
export async function removeLeftFiles(world: FolderWorld): Promise<void> {
  const folder = folderOf(world)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).catch(() => null)
    const isLeft = changed !== null && world.clock.now().getTime() - changed.mtimeMs > LEFT_AFTER_MS
    if (isLeft) await rm(path, { force: true })
  }
}
