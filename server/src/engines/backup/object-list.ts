import { linesOf, readCompressed } from './compressed-file.ts'
import { readManifest, type FileFacts, type Manifest } from './manifest.ts'
import { DamagedBackup, type BackupPlace } from './place.ts'

/** An object of the snapshot: its key, its size in bytes and its SHA-256 in hexadecimal. */
export type ListedObject = { readonly key: string; readonly size: number; readonly sha256: string }

/** Where the bytes of an object are: in which backup's pack, from which byte. */
export type ObjectPlace = {
  readonly backup: OpenedBackup
  readonly pack: string
  readonly packBytes: number
  readonly offset: number
}

/** `at` is null if the bytes of the object were unavailable. */
export type PlacedObject = ListedObject & { readonly at: ObjectPlace | null }

/** A backup whose manifest was read, with the earlier backups that hold bytes of it, in the manifest's order. */
export type OpenedBackup = {
  readonly place: BackupPlace
  readonly manifest: Manifest
  readonly others: readonly OpenedBackup[]
}

export const NOT_HAD = '-'

/** A key of the storage, a size that one file can have, and a hash. Any other line is rejected. */
const LISTED = /^([\da-f]{2}[\w-]{6,62})\t(\d{1,12})\t([\da-f]{64})$/
const PLACED = /^(\d{1,9})\t(\d{1,9})\t(\d{1,12})$/

export function packFile(number: number): string {
  return `objects/${String(number).padStart(5, '0')}.pack`
}

/**
 * Reads the manifests of a backup and of those that it needs.
 * @throws DamagedBackup with one line that names what is missing.
 */
export async function openBackup(place: BackupPlace): Promise<OpenedBackup> {
  const manifest = await readManifest(place)
  const others: OpenedBackup[] = []
  for (const { id, path } of manifest.others) others.push(await openOther(place, { id, path }))
  return { place, manifest, others }
}

async function openOther(
  place: BackupPlace,
  { id, path }: Manifest['others'][number],
): Promise<OpenedBackup> {
  const other = place.beside(path)
  try {
    const manifest = await readManifest(other)
    if (manifest.id === id) return { place: other, manifest, others: [] }
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
  }
  throw new DamagedBackup(
    `The backup ${place.name} holds only what is newer than ${other.name}, which is not there as it was. Put that folder back, or take another backup.`,
  )
}

export async function closeBackup({ place, others }: OpenedBackup): Promise<void> {
  for (const each of [place, ...others.map((other) => other.place)]) await each.close()
}

/**
 * The objects of a snapshot, sorted by key.
 * @throws DamagedBackup if they are out of order, or one appears twice.
 */
export async function* readList(place: BackupPlace, list: FileFacts): AsyncGenerator<ListedObject> {
  let before = ''
  for await (const lines of linesOf(readCompressed(place, list))) {
    for (const line of lines) {
      const [, key = '', size = '', sha256 = ''] = LISTED.exec(line) ?? []
      if (key <= before) throw disagrees(place)
      before = key
      yield { key, size: Number(size), sha256 }
    }
  }
}

/** The objects of a backup, sorted by key, each with the place of its bytes. */
export async function* readObjects(backup: OpenedBackup): AsyncGenerator<PlacedObject> {
  const { place, manifest } = backup
  const places = readPlaces(backup)
  for await (const object of readList(place, manifest.objects.list)) {
    const { value, done } = await places.next()
    if (done) throw disagrees(place)
    if (value && value.offset + object.size > value.packBytes) throw disagrees(place)
    yield { ...object, at: value }
  }
  if (!(await places.next()).done) throw disagrees(place)
}

async function* readPlaces(backup: OpenedBackup): AsyncGenerator<ObjectPlace | null, undefined> {
  const { place, manifest, others } = backup
  const holders = [backup, ...others]
  for await (const lines of linesOf(readCompressed(place, manifest.objects.places))) {
    for (const line of lines) {
      if (line === NOT_HAD) {
        yield null
        continue
      }
      const [, holder = '', pack = '', offset = ''] = PLACED.exec(line) ?? []
      const held = holders[Number(holder || -1)]
      const facts = held?.manifest.objects.packs[Number(pack) - 1]
      if (!held || !facts) throw disagrees(place)
      yield {
        backup: held,
        pack: packFile(Number(pack)),
        packBytes: facts.bytes,
        offset: Number(offset),
      }
    }
  }
}

function disagrees({ name }: BackupPlace): DamagedBackup {
  return new DamagedBackup(`The backup ${name} is damaged: its lists of objects do not agree.`)
}
