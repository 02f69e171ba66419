import { lstat, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../storage/disk/system-error.ts'
import { UnusablePlace } from './place.ts'

// Functions for the name that a backup's folder gets once it is finished.

/** @throws UnusablePlace for a link, which a new folder cannot replace. */
export async function refuseLink(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (!found?.isSymbolicLink()) return
  throw new UnusablePlace(`${folder} is a link. Name the folder to which it leads.`)
}

/** Sets the final name of the backup and undoes that, so that hours of work are not lost to a name. */
export async function tryName(unfinished: string, folder: string): Promise<void> {
  await removeEmpty(folder)
  await rename(unfinished, folder)
  await rename(folder, unfinished)
}

/** @throws UnusablePlace if something else has the name by now. */
export async function giveName(unfinished: string, folder: string): Promise<void> {
  try {
    await removeEmpty(folder)
    await rename(unfinished, folder)
  } catch (error) {
    if (!TAKEN.has(codeOf(error))) throw error
    throw new UnusablePlace(
      `Something else took the name ${folder} meanwhile, so there is no backup. Name another folder.`,
    )
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const TAKEN = new Set(['EBUSY', 'EEXIST', 'ENOTDIR', 'ENOTEMPTY'])

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file has the name of a folder on the way',
  EEXIST: 'a file has the name of a folder on the way',
  ENOTEMPTY: 'it is not empty',
}

/** The error as one sentence, if that explains everything. */
export function unusable(folder: string, error: unknown): unknown {
  if (codeOf(error) === 'EBUSY') {
    const inside = join(folder, 'NAME')
    return new UnusablePlace(
      `A disk is mounted at ${folder}, so it cannot be a new folder. Name one in it: ${inside}.`,
    )
  }
  const reason = REASONS[codeOf(error)]
  return reason === undefined
    ? error
    : new UnusablePlace(`${folder} cannot be made: ${reason}. Name another folder.`)
}
