import { open } from 'node:fs/promises'
import { below, isWithoutRights } from '../../../engines/folders/byte-paths.ts'
import type { Entry } from './entries.ts'
import { NO_FOLLOW, inFolder } from '../../../engines/folders/open-folder.ts'
import type { Placed } from './working-place.ts'

export type ReadableFiles = {
  readonly entries: readonly Entry[]
  /** The number of files that the user of the portal has no right to read. */
  readonly unreadable: number
}

/**
 * The first `most` of these entries that the portal can read. An unreadable file stays in the folder, where its county
 * can see it (R11.36).
 * @throws the disk's error if the folder cannot be read.
 */
export async function findReadable(
  folder: Placed,
  found: readonly Entry[],
  most: number,
): Promise<ReadableFiles> {
  return inFolder(folder.path, [], async (held) => {
    const entries: Entry[] = []
    let unreadable = 0
    for (const entry of found) {
      if (entries.length === most) break
      if (entry.kind === 'file' && !(await isReadable(below(held, entry.name)))) unreadable++
      else entries.push(entry)
    }
    return { entries, unreadable }
  })
}

/** Opens the file, because a share may refuse a file whose mode allows it. The claim reports other failures. */
async function isReadable(path: Buffer): Promise<boolean> {
  try {
    const file = await open(path, NO_FOLLOW)
    await file.close()
    return true
  } catch (error) {
    return !isWithoutRights(error)
  }
}
