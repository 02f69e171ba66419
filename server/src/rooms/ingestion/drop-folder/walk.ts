import type { Dir } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { entryOf, type Entry } from './entries.ts'
import { openFolderPath, openFolder, type OpenFolderPath } from '../../../engines/folders/open-folder.ts'
import { nextName, openListing } from '../../../engines/folders/names-in.ts'

/** Names of one folder that one poll reads, so that a flood of names does not delay others further. */
export const AT_ONE_LOOK = 5000
/** Entries that are checked on the disk concurrently. */
const AT_ONCE = 32

/** What one poll read of a folder. */
export type Part = {
  readonly entries: readonly Entry[]
  /** The folder was read to its end. The next poll starts it again. */
  readonly isEnd: boolean
}

/** A folder that is read in parts, one per poll, so that a flood of names blocks no file behind it. */
export type Walk = {
  /** The next part. After a disk error, the folder is read from its beginning. */
  next(): Promise<Part>
  close(): Promise<void>
}

type Open = { readonly folder: FileHandle; readonly listing: Dir }

export function createWalk(path: string): Walk {
  let open: Open | null = null
  const close = async () => {
    const was = open
    open = null
    if (was === null) return
    await was.listing.close()
    await was.folder.close()
  }
  return {
    close,
    async next() {
      try {
        const { folder, listing } = (open ??= await openWalk(path))
        const part = await readPart(openFolderPath(folder), listing)
        if (part.isEnd) await close()
        return part
      } catch (error) {
        await close()
        throw error
      }
    },
  }
}

async function openWalk(path: string): Promise<Open> {
  const folder = await openFolder(path)
  try {
    return { folder, listing: await openListing(openFolderPath(folder)) }
  } catch (error) {
    await folder.close()
    throw error
  }
}

async function readPart(held: OpenFolderPath, listing: Dir): Promise<Part> {
  const entries: Entry[] = []
  for (let read = 0; read < AT_ONE_LOOK;) {
    const names: Buffer[] = []
    const most = Math.min(AT_ONCE, AT_ONE_LOOK - read)
    let isEnd = false
    while (names.length < most && !isEnd) {
      const name = await nextName(listing)
      if (name) names.push(name)
      else isEnd = true
    }
    read += names.length
    const found = await Promise.all(names.map((name) => entryOf(held, name)))
    entries.push(...found.filter((entry) => entry !== null))
    if (isEnd) return { entries, isEnd }
  }
  return { entries, isEnd: false }
}
