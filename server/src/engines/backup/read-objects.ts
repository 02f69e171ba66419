import { ahead } from './ahead.ts'
import { readObjects, type OpenedBackup, type PlacedObject } from './object-list.ts'
import { DamagedBackup, NotThere } from './place.ts'

export type ObjectTotals = { objects: number; bytes: number; lacking: number }

/**
 * Hands the bytes of every object to `take`, several at once, which answers their SHA-256 in hexadecimal.
 * @throws DamagedBackup for bytes that are not those of the snapshot.
 */
export async function takeObjects(
  backup: OpenedBackup,
  take: (object: PlacedObject, bytes: Buffer) => Promise<string>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress: (totals: ObjectTotals) => void },
): Promise<ObjectTotals> {
  const totals: ObjectTotals = { objects: 0, bytes: 0, lacking: 0 }
  const taken = ahead(
    readObjects(backup),
    ({ at, size }) => (at ? size : 0),
    async (object) => {
      signal?.throwIfAborted()
      if (object.at && (await take(object, await bytesOf(object, object.at))) !== object.sha256) {
        throw damaged(object.at.backup, object)
      }
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

async function bytesOf(object: PlacedObject, at: NonNullable<PlacedObject['at']>): Promise<Buffer> {
  const { backup, pack, offset } = at
  try {
    const bytes = await backup.place.readAt(pack, offset, object.size)
    if (bytes.length === object.size) return bytes
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    throw new DamagedBackup(`The backup ${backup.place.name} lacks ${pack}.`, { cause: error })
  }
  throw damaged(backup, object)
}

function damaged({ place }: OpenedBackup, { key, at }: PlacedObject): DamagedBackup {
  return new DamagedBackup(
    `The backup ${place.name} is damaged: ${at?.pack} does not hold ${key} as it was written.`,
  )
}
