import { hash } from 'node:crypto'
import type { Storage } from '../storage/storage.ts'
import { ahead } from './ahead.ts'
import { writeCompressed } from './compressed-file.ts'
import type { FileFacts, Manifest } from './manifest.ts'
import {
  NOT_HAD,
  packFile,
  readList,
  readObjects,
  type ListedObject,
  type ObjectPlace,
  type OpenedBackup,
  type PlacedObject,
} from './object-list.ts'
import type { NewBackupPlace } from './place.ts'

/** Bytes after which the next pack starts. */
const PACK_BYTES = 268_435_456

export type LackingObject = ListedObject & { readonly reason: string }

export type WrittenObjects = Pick<Manifest, 'objects' | 'others'> & {
  /** Bytes stored in this backup itself. */
  readonly ownBytes: number
  /** The first hundred objects whose bytes were unavailable. */
  readonly lacking: readonly LackingObject[]
}

type Found =
  | { readonly object: ListedObject; readonly bytes: Buffer }
  | { readonly object: ListedObject; readonly at: ObjectPlace }
  | { readonly object: ListedObject; readonly reason: string }

type Sources = { readonly storage: Pick<Storage, 'readWhole'>; readonly since: OpenedBackup | null }

/** Writes the bytes of every listed object into packs, except those that an earlier backup holds. */
export async function writeObjects(
  place: NewBackupPlace,
  list: FileFacts,
  { sources, onWritten }: { sources: Sources; onWritten: (objects: number, bytes: number) => void },
): Promise<WrittenObjects> {
  const writer = new ObjectsWriter(place)
  const found = ahead(
    withEarlier(readList(place, list), sources.since),
    ({ object, at }) => (at ? 0 : object.size),
    async ({ object, at }): Promise<Found> => (at ? { object, at } : readWhole(sources.storage, object)),
  )
  for (;;) {
    const first = await writer.noteUntilBytes(found)
    if (first === null) break
    await writer.writePack(first, found, onWritten)
  }
  const places = await writeCompressed(place, 'objects/places.tsv.zst', writer.places())
  return writer.facts(list, places)
}

/** Bytes of the listed objects that no earlier backup holds. */
export async function newBytesOf(
  objects: AsyncIterable<ListedObject>,
  since: OpenedBackup | null,
): Promise<number> {
  let bytes = 0
  for await (const { object, at } of withEarlier(objects, since)) bytes += at ? 0 : object.size
  return bytes
}

type Wanted = { readonly object: ListedObject; readonly at: ObjectPlace | null }

/**
 * Each object with its place in an earlier backup, if any. Both lists are sorted by key, so neither is held in memory.
 */
async function* withEarlier(
  objects: AsyncIterable<ListedObject>,
  since: OpenedBackup | null,
): AsyncGenerator<Wanted> {
  const earlier = since ? readObjects(since) : null
  let candidate: PlacedObject | undefined = (await earlier?.next())?.value
  for await (const object of objects) {
    while (candidate && candidate.key < object.key) candidate = (await earlier?.next())?.value
    const isSame = candidate?.key === object.key && candidate.sha256 === object.sha256
    yield { object, at: isSame ? (candidate?.at ?? null) : null }
  }
}

async function readWhole(storage: Pick<Storage, 'readWhole'>, object: ListedObject): Promise<Found> {
  try {
    const bytes = await storage.readWhole(object.key, object.size)
    return hash('sha256', bytes) === object.sha256 ? { object, bytes } : { object, reason: 'wrong content' }
  } catch (error) {
    return { object, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Records the place of each object, in order. */
class ObjectsWriter {
  readonly #place: NewBackupPlace
  readonly #lines: string[] = []
  #tail = ''
  readonly #others = new Map<OpenedBackup['manifest']['id'], { path: string; number: number }>()
  readonly #packs: Manifest['objects']['packs'] = []
  readonly #lacking: LackingObject[] = []
  readonly #sum = { count: 0, bytes: 0, lacking: 0, ownBytes: 0 }

  constructor(place: NewBackupPlace) {
    this.#place = place
  }

  /** Records the objects that need no pack, and returns the first one that does; null at the end. */
  async noteUntilBytes(found: AsyncIterator<Found>): Promise<(Found & { bytes: Buffer }) | null> {
    for (let next; !(next = await found.next()).done;) {
      if ('bytes' in next.value) return next.value
      this.#note(next.value)
    }
    return null
  }

  async writePack(
    first: Found & { bytes: Buffer },
    found: AsyncIterator<Found>,
    onWritten: (objects: number, bytes: number) => void,
  ): Promise<void> {
    const number = this.#packs.length + 1
    const pack = { file: packFile(number), bytes: 0, objects: 0 }
    this.#packs.push(pack)
    const bytesOfPack = async function* (this: ObjectsWriter) {
      for (let next: typeof first | null = first; next; next = await this.noteUntilBytes(found)) {
        this.#line(`0\t${number}\t${pack.bytes}`, next.object)
        pack.bytes += next.bytes.length
        pack.objects += 1
        this.#sum.ownBytes += next.bytes.length
        yield next.bytes
        onWritten(this.#sum.count, this.#sum.ownBytes)
        if (pack.bytes >= PACK_BYTES) return
      }
    }
    await this.#place.write(pack.file, bytesOfPack.call(this))
  }

  places(): readonly string[] {
    return [...this.#lines, this.#tail]
  }

  facts(list: FileFacts, places: FileFacts): WrittenObjects {
    const { ownBytes, ...sum } = this.#sum
    return {
      objects: { ...sum, list, places, packs: this.#packs },
      others: [...this.#others].map(([id, { path }]) => ({ id, path })),
      ownBytes,
      lacking: this.#lacking,
    }
  }

  #note(found: Exclude<Found, { bytes: Buffer }>): void {
    if ('at' in found) return this.#line(this.#reference(found.at), found.object)
    this.#sum.lacking += 1
    if (this.#lacking.length < 100) this.#lacking.push({ ...found.object, reason: found.reason })
    this.#line(NOT_HAD, found.object)
  }

  #reference({ backup, pack, offset }: ObjectPlace): string {
    const { id } = backup.manifest
    const known = this.#others.get(id) ?? {
      path: this.#place.pathTo(backup.place),
      number: this.#others.size + 1,
    }
    this.#others.set(id, known)
    return `${known.number}\t${Number(pack.replace(/\D/g, ''))}\t${offset}`
  }

  #line(line: string, { size }: ListedObject): void {
    this.#sum.count += 1
    this.#sum.bytes += size
    this.#tail += `${line}\n`
    if (this.#tail.length < 65_536) return
    this.#lines.push(this.#tail)
    this.#tail = ''
  }
}
