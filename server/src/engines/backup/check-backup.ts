import { readCompressed } from './compressed-file.ts'
import type { BackedUpTable } from './manifest.ts'
import { openBackup, closeBackup, readObjects, type OpenedBackup } from './object-list.ts'
import { DamagedBackup, type BackupPlace } from './place.ts'
import { takeObjects, type ObjectTotals } from './read-objects.ts'

/**
 * Verifies a backup without restoring it: every byte of it, and of its parts in earlier backups, is unchanged.
 * @throws DamagedBackup with one line about the first difference.
 */
export async function checkBackup(
  place: BackupPlace,
  onProgress: (totals: ObjectTotals) => void,
): Promise<OpenedBackup> {
  const backup = await openBackup(place)
  try {
    await refuseIncomplete(backup)
    for (const table of backup.manifest.tables) {
      if ((await countRows(backup, table)) !== table.rows) {
        throw new DamagedBackup(`The backup ${place.name} is damaged: ${table.data.file} has other rows.`)
      }
    }
    const totals = await takeObjects(backup, async () => {}, { onProgress })
    refuseOtherTotals(backup, totals)
    return backup
  } finally {
    await closeBackup(backup)
  }
}

/** @throws DamagedBackup if a file is missing or has another length. */
export async function refuseIncomplete({ place, manifest }: OpenedBackup): Promise<void> {
  const there = await place.list()
  const { objects, tables } = manifest
  for (const { file, bytes } of [
    ...tables.map(({ data }) => data),
    objects.list,
    objects.places,
    ...objects.packs,
  ]) {
    const found = there.get(file)
    if (found === undefined) throw new DamagedBackup(`The backup ${place.name} lacks ${file}.`)
    if (found !== bytes) {
      throw new DamagedBackup(
        `The backup ${place.name} is damaged: ${file} has ${found} bytes instead of ${bytes}.`,
      )
    }
  }
}

/** @throws DamagedBackup if the lists of objects were changed or differ from the manifest. */
export async function refuseOtherLists(backup: OpenedBackup): Promise<void> {
  const found = { count: 0, bytes: 0, lacking: 0 }
  for await (const { size, at } of readObjects(backup)) {
    found.count += 1
    found.bytes += size
    found.lacking += at ? 0 : 1
  }
  const { count, bytes, lacking } = backup.manifest.objects
  if (found.count === count && found.bytes === bytes && found.lacking === lacking) return
  throw otherObjects(backup)
}

/** @throws DamagedBackup if the numbers of objects differ from the manifest. */
export function refuseOtherTotals({ place, manifest }: OpenedBackup, totals: ObjectTotals): void {
  const { count, lacking } = manifest.objects
  if (totals.objects === count && totals.lacking === lacking) return
  throw otherObjects({ place })
}

function otherObjects({ place }: Pick<OpenedBackup, 'place'>): DamagedBackup {
  return new DamagedBackup(`The backup ${place.name} is damaged: it has other objects than it says.`)
}

const LINE_END = 10

/**
 * Counts the rows of a table's file, without its line of column names.
 * @throws DamagedBackup if that line names other columns than the manifest.
 */
async function countRows({ place }: OpenedBackup, { data, columns }: BackedUpTable): Promise<number> {
  const names = Buffer.from(`${columns.join('\t')}\n`)
  let head = Buffer.alloc(0)
  let lines = 0
  for await (const chunk of readCompressed(place, data)) {
    if (head.length < names.length)
      head = Buffer.concat([head, chunk.subarray(0, names.length - head.length)])
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1
  }
  if (head.equals(names)) return lines - 1
  throw new DamagedBackup(`The backup ${place.name} is damaged: ${data.file} has other columns.`)
}
