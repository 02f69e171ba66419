import { constants } from 'node:fs'
import { copyFile, link, lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'
import { clearWorkingPlace, draftPlace } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import { makeOwnFolders } from './own-folders.ts'
import { UNFOLLOWED } from './take-in.ts'

/** Of 255 that a name may have on the disk, so many leave room for what is added. */
const LONGEST_STEM_BYTES = 200

type PutAway = {
  readonly id: string
  readonly name: Buffer
  readonly path: Buffer
  /** Below the county's folder, such as `done` and a day. */
  readonly into: readonly string[]
  /** What stands in the note beside it. */
  readonly note: string
}

/**
 * Moves a file to where it stays, with a note beside it. The note comes first and bears the id of the claim, so it books the
 * name: no file ever takes another's place, and what breaks off in between is gone on with. On a share
 * without hard links one that breaks off within its note leaves that behind, and the file gets another name.
 */
export async function putAway(folder: CountyFolder, { id, name, path, into, note }: PutAway): Promise<void> {
  const place = await makeOwnFolders(folder.path, into)
  const booking = { note: `${note}\nReference: ${id}\n`, draft: draftPlace(folder, id) }
  for (const free of [name, beside(name, id)]) {
    if (!(await bookName(place, { ...booking, free }))) continue
    await rename(path, below(place, free))
    return clearWorkingPlace(folder, id)
  }
  throw new Error('There is no free name for a file of the drop folder.')
}

type Booking = {
  readonly free: Buffer
  readonly note: string
  /** Where the note is written before it stands in its place, whole. */
  readonly draft: Buffer
}

/** Whether the name is this claim's, with its note beside where the file will be. */
async function bookName(place: Buffer, { free, note, draft }: Booking): Promise<boolean> {
  if (await isThere(below(place, free))) return false
  const path = below(place, noteNameOf(free))
  // A link that somebody put there would have another file written over.
  await rm(draft, { force: true })
  await writeFile(draft, note, { flag: 'wx', flush: true })
  try {
    await putInPlace(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return isNote(path, note)
}

/** Whether that note stands there. What is no file is not read: a pipe would be waited for, and never end. */
async function isNote(path: Buffer, note: string): Promise<boolean> {
  if (!(await lstat(path)).isFile()) return false
  const file = await open(path, UNFOLLOWED)
  try {
    const { size } = await file.stat()
    return size === Buffer.byteLength(note) && (await file.readFile('utf8')) === note
  } finally {
    await file.close()
  }
}

/** Whole or not at all where the disk has hard links; many shares have none. */
async function putInPlace(draft: Buffer, path: Buffer): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  }
}

function noteNameOf(name: Buffer): Buffer {
  return Buffer.concat([name.subarray(0, LONGEST_STEM_BYTES), Buffer.from('.txt')])
}

function beside(name: Buffer, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${id.slice(0, 8)} `), name.subarray(-LONGEST_STEM_BYTES)])
}

async function isThere(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
