import type { BigIntStats } from 'node:fs'
import { lstat, rmdir, unlink } from 'node:fs/promises'
import { below, codeOf } from '../../../engines/folders/byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { RESERVED_NAMES } from './entries.ts'
import { inFolder, type OpenFolderPath } from '../../../engines/folders/open-folder.ts'
import { namesIn } from '../../../engines/folders/names-in.ts'

/** The folder of a county, by its path. */
export type Placed = Pick<CountyFolder, 'path'>

/** The errors if there is no empty folder. */
const NOTHING_TO_REMOVE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'])
/** The errors if there is no note, or a folder is in its place. */
const NO_DRAFT: ReadonlySet<string> = new Set(['ENOENT', 'EISDIR', 'EPERM'])
/** The portal puts one file there; others may add any number. */
const MAX_PER_CLAIM = 20

/** The temporary name of a claim's note, until the note is complete. */
export function draftNameOf(id: string): string {
  return `${id}.txt`
}

/** Removes what the portal created for a claim whose file is gone from there. Entries from others stay. */
export async function clearWorkingPlace(folder: Placed, id: string): Promise<void> {
  await inWorking(folder, async (working) => {
    await unlink(below(working, draftNameOf(id))).catch((error: unknown) => {
      if (!NO_DRAFT.has(codeOf(error) ?? '')) throw error
    })
    await removeEmpty(working, id)
  })
}

/** Removes the empty folder of an unknown claim. */
export async function removeEmptyClaim(folder: Placed, id: string): Promise<void> {
  await inWorking(folder, (working) => removeEmpty(working, id))
}

async function removeEmpty(working: OpenFolderPath, id: string): Promise<void> {
  await rmdir(below(working, id)).catch((error: unknown) => {
    if (!NOTHING_TO_REMOVE.has(codeOf(error) ?? '')) throw error
  })
}

async function inWorking(folder: Placed, work: (working: OpenFolderPath) => Promise<void>): Promise<void> {
  await inFolder(folder.path, [RESERVED_NAMES.working], work).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** An entry in the folder of a claim. */
export type WorkingFile = { readonly name: Buffer; readonly stats: BigIntStats }

/**
 * The entries in the folder of a claim; empty if there is no folder.
 * @throws NotAFolder if a link or a file is in its place.
 */
export async function listClaim(folder: Placed, id: string): Promise<WorkingFile[]> {
  return unlessAway(
    inFolder(folder.path, [RESERVED_NAMES.working, id], async (place) =>
      Promise.all(
        (await namesIn(place, MAX_PER_CLAIM)).map(async (name) => ({
          name,
          stats: await lstat(below(place, name), { bigint: true }),
        })),
      ),
    ),
  )
}

/** The entries in the folder for claimed files, at most `most` names. */
export async function listWorking(folder: Placed, most: number): Promise<string[]> {
  const names = await unlessAway(
    inFolder(folder.path, [RESERVED_NAMES.working], (working) => namesIn(working, most)),
  )
  return names.map((name) => name.toString())
}

async function unlessAway<T>(listing: Promise<T[]>): Promise<T[]> {
  return listing.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}
