import { lstat, mkdir } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { OWN } from './entries.ts'

/** The sentence that says why nothing can be taken from a folder: a file or a link lies where a folder of the portal's own has to be. */
export async function problemOfOwnFolders({
  path,
  countyName,
}: Pick<CountyFolder, 'path' | 'countyName'>): Promise<string | null> {
  for (const name of Object.values(OWN)) {
    // What is not there will be made; what cannot be looked at is told by whoever reads the folder.
    if (await isFolder(below(path, name)).catch(() => true)) continue
    return `Nothing is taken from the drop folder of ${countyName}: ${name} in it is not a folder.`
  }
  return null
}

/**
 * Makes folders one within the other, where they are not there. Whoever may write to the folder of one county could put a
 * link there, and it would lead into that of another.
 * @throws Error for what is there and is no folder.
 */
export async function makeOwnFolders(folder: string, names: readonly string[]): Promise<Buffer> {
  let place: Buffer = Buffer.from(folder)
  for (const name of names) {
    place = below(place, name)
    await mkdir(place).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    if (!(await isFolder(place))) throw new Error(`${name} in a drop folder is not a folder.`)
  }
  return place
}

async function isFolder(path: Buffer): Promise<boolean> {
  return (await lstat(path)).isDirectory()
}
