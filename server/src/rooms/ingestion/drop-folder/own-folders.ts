import { lstat } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import type { DropFolderWarning } from './drop-folder.warnings.ts'
import { RESERVED_NAMES } from './entries.ts'
import { inFolder, type HeldFolder } from './held-folder.ts'

/**
 * Warns if a file or a link lies where the portal needs a folder of its own: then it can take nothing. `day` is today, as
 * `done` has a folder for each day.
 */
export async function problemOfOwnFolders(
  { path, countyName }: Pick<CountyFolder, 'path' | 'countyName'>,
  day: string,
): Promise<DropFolderWarning | null> {
  const inTheWay = await inFolder(path, [], async (held) => {
    for (const name of Object.values(RESERVED_NAMES)) if (!(await isFreeForFolder(held, name))) return name
    const done = inFolder(path, [RESERVED_NAMES.done], (days) => isFreeForFolder(days, day))
    // What is not there will be made; what cannot be looked at is told by whoever reads the folder.
    return (await done.catch(() => true)) ? null : `${RESERVED_NAMES.done}/${day}`
  }).catch(() => null)
  return inTheWay === null
    ? null
    : {
        code: 'drop-folder-name-taken',
        text: `Nothing is taken from the drop folder of ${countyName}: ${inTheWay} in it is not a folder.`,
      }
}

async function isFreeForFolder(held: HeldFolder, name: string): Promise<boolean> {
  return lstat(below(held, name)).then(
    (stats) => stats.isDirectory(),
    (error: unknown) => codeOf(error) !== undefined,
  )
}
