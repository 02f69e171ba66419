import { hash } from 'node:crypto'
import { ahead } from './ahead.ts'
import { readObjects, type ObjectPlace, type OpenedBackup, type PlacedObject } from './object-list.ts'
import { DamagedBackup, NotThere } from './place.ts'

/** Bytes to read in one call where objects are adjacent: each read has a cost, above all a request to a bucket. */
const RUN_BYTES = 4_194_304

/** Adjacent objects of one pack, or consecutive objects without bytes. */
type Run = readonly PlacedObject[]

export type ObjectTotals = { objects: number; bytes: number; lacking: number }

/**
 * Passes the bytes of every object to `take`, several at the same time, after it verified them against the snapshot.
 * @throws DamagedBackup for bytes that differ.
 */
export async function takeObjects(
  backup: OpenedBackup,
  take: (object: PlacedObject, bytes: Buffer) => Promise<void>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress: (totals: ObjectTotals) => void },
): Promise<ObjectTotals> {
  const totals: ObjectTotals = { objects: 0, bytes: 0, lacking: 0 }
  const held = ahead(runsOf(readObjects(backup)), bytesOfRun, async (run) => {
    signal?.throwIfAborted()
    return bytesOf(run)
  })
  const taken = ahead(
    flat(held),
    ({ bytes }) => bytes?.length ?? 0,
    async ({ object, bytes }) => {
      signal?.throwIfAborted()
      if (bytes) await take(object, bytes)
      return object
    },
  )
  for await (const { at, size } of taken) {
    totals.objects += 1
    totals.bytes += at ? size : 0
    totals.lacking += at ? 0 : 1
    onProgress(totals)
  }
  return totals
}

type Held = { readonly object: PlacedObject; readonly bytes: Buffer | null }

/** Reads the bytes of adjacent objects in one call. */
async function bytesOf(run: Run): Promise<readonly Held[]> {
  const [first] = run
  if (!first?.at) return run.map((object) => ({ object, bytes: null }))
  const { backup, pack, offset } = first.at
  const all = await readPack(first.at, bytesOfRun(run))
  return run.map((object) => {
    const from = (object.at?.offset ?? 0) - offset
    const bytes = all.subarray(from, from + object.size)
    if (hash('sha256', bytes) === object.sha256) return { object, bytes }
    throw new DamagedBackup(
      `The backup ${backup.place.name} is damaged: ${pack} does not hold ${object.key} as it was written.`,
    )
  })
}

async function readPack({ backup, pack, offset }: ObjectPlace, bytes: number): Promise<Buffer> {
  try {
    return await backup.place.readAt(pack, offset, bytes)
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    throw new DamagedBackup(`The backup ${backup.place.name} lacks ${pack}.`, { cause: error })
  }
}

async function* flat<T>(portions: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const portion of portions) yield* portion
}

/** All objects in order, grouped into runs that one call can read. */
async function* runsOf(objects: AsyncIterable<PlacedObject>): AsyncGenerator<Run> {
  let run: PlacedObject[] = []
  let bytes = 0
  for await (const object of objects) {
    if (run.length > 0 && (bytes + object.size > RUN_BYTES || !follows(run.at(-1), object))) {
      yield run
      run = []
      bytes = 0
    }
    run.push(object)
    bytes += object.size
  }
  if (run.length > 0) yield run
}

function bytesOfRun(run: Run): number {
  return run[0]?.at ? run.reduce((sum, { size }) => sum + size, 0) : 0
}

function follows(before: PlacedObject | undefined, { at }: PlacedObject): boolean {
  return (
    before?.at?.pack === at?.pack &&
    before?.at?.backup === at?.backup &&
    (before?.at ? before.at.offset + before.size === at?.offset : true)
  )
}
