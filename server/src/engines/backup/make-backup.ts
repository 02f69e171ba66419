import type { Pool, PoolClient } from 'pg'
import type { Storage } from '../storage/storage.ts'
import { codeOf } from '../storage/disk/system-error.ts'
import { readMigrationsOf, readSequences, readTables } from './catalog.repository.ts'
import { writeCompressed } from './compressed-file.ts'
import { copyOut, copyQuery, inSnapshot, readMoment } from './copy.repository.ts'
import { manifestText, type BackedUpTable, type Manifest } from './manifest.ts'
import { readList, type OpenedBackup } from './object-list.ts'
import { DamagedBackup, MANIFEST, type NewBackupPlace } from './place.ts'
import { newBytesOf, writeObjects, type LackingObject } from './write-objects.ts'

export type BackupSource = {
  readonly pool: Pool
  readonly storage: Pick<Storage, 'readWhole'>
  /** Tables whose rows are omitted. */
  readonly leftOut: readonly string[]
  /** SELECT of key, size and hexadecimal SHA-256 of every stored object, in the order of the keys' bytes. */
  readonly objects: string
}

export type BackupOptions = {
  readonly id: string
  /** An earlier backup whose objects are not copied again. */
  readonly since: OpenedBackup | null
  /** Receives the progress; an error that it throws ends the backup. */
  onProgress(text: string): void
}

export type MadeBackup = {
  readonly manifest: Manifest
  readonly ownBytes: number
  readonly lacking: readonly LackingObject[]
}

/** Bytes to keep free at the place of the backup. */
const RESERVED_FREE_BYTES = 268_435_456

/**
 * Writes a whole portal to a place: the tables as of one moment, then the bytes of every object of that moment. It does
 * not count as a backup until the last step. A failure leaves nothing behind.
 */
export async function makeBackup(
  source: BackupSource,
  place: NewBackupPlace,
  options: BackupOptions,
): Promise<MadeBackup> {
  try {
    const written = await writeAll(source, place, options)
    await place.finish()
    return written
  } catch (error) {
    // Leftovers do not count as a backup; the next backup removes them.
    await place.discard().catch(() => undefined)
    throw isFull(error)
      ? new DamagedBackup(`${place.name} is full, so there is no backup. Make room, or take another place.`)
      : error
  } finally {
    await place.close()
  }
}

async function writeAll(
  source: BackupSource,
  place: NewBackupPlace,
  { id, since, onProgress }: BackupOptions,
): Promise<MadeBackup> {
  const { list, ...snapshot } = await inSnapshot(source.pool, (client) => {
    return writeSnapshot(client, { source, place, since, onProgress })
  })
  const { objects, others, ownBytes, lacking } = await writeObjects(place, list, {
    sources: { storage: source.storage, since },
    onWritten: (count, bytes) => onProgress(`${count} objects, ${Math.round(bytes / 1e6)} MB`),
  })
  const manifest: Manifest = { format: 1, id, ...snapshot, objects, others }
  await place.write(MANIFEST, once(Buffer.from(manifestText(manifest))))
  return { manifest, ownBytes, lacking }
}

type Snapshot = Omit<Manifest, 'format' | 'id' | 'objects' | 'others'>

type Writing = {
  readonly source: BackupSource
  readonly place: NewBackupPlace
} & Pick<BackupOptions, 'since' | 'onProgress'>

async function writeSnapshot(
  client: PoolClient,
  { source, place, since, onProgress }: Writing,
): Promise<Snapshot & { list: Manifest['objects']['list'] }> {
  const { leftOut, objects } = source
  const { now, version, bytes } = await readMoment(client)
  const list = await writeCompressed(place, 'objects/list.tsv.zst', copyQuery(client, objects))
  await refuseFull(place, bytes + (await newBytesOf(readList(place, list), since)))
  const migrations = await readMigrationsOf(client)
  const tables: BackedUpTable[] = []
  for (const table of await readTables(client)) {
    if (leftOut.includes(table.name)) continue
    onProgress(`table ${table.name}`)
    const { rows, count } = copyOut(client, table)
    const data = await writeCompressed(place, `tables/${table.name}.tsv.zst`, rows)
    tables.push({
      name: table.name,
      columns: [...table.columns],
      partitions: [...table.partitions],
      rows: await count(),
      data,
    })
  }
  const sequences = await readSequences(client)
  return { takenAt: now.toISOString(), postgres: version, migrations, tables, sequences, list }
}

/** Whether the disk, or this user's quota on it, is full. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

/** @throws DamagedBackup if that many bytes would not fit. */
async function refuseFull(place: NewBackupPlace, bytes: number): Promise<void> {
  const free = await place.freeBytes()
  if (free - RESERVED_FREE_BYTES >= bytes) return
  throw new DamagedBackup(
    `${place.name} has ${Math.floor(free / 1e6)} MB free, but the backup may need ${Math.ceil((bytes + RESERVED_FREE_BYTES) / 1e6)} MB. Make room, or take another folder.`,
  )
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
