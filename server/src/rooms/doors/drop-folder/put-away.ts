import { lstat, mkdir, open, readFile, rename, rmdir } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'
import { workingPlace } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'

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
 * name: no file ever takes another's place, and what breaks off in between is gone on with. One that breaks off within its
 * note leaves that behind, and the file gets another name.
 */
export async function putAway(folder: CountyFolder, { id, name, path, into, note }: PutAway): Promise<void> {
  const place = below(folder.path, ...into)
  await mkdir(place, { recursive: true })
  for (const free of [name, beside(name, id)]) {
    if (!(await bookName(place, { free, id, note }))) continue
    await rename(path, below(place, free))
    await rmdir(workingPlace(folder, id))
    return
  }
  throw new Error('There is no free name for a file of the drop folder.')
}

/** Whether the name is this claim's, with its note written. */
async function bookName(
  place: Buffer,
  { free, id, note }: { free: Buffer; id: string; note: string },
): Promise<boolean> {
  if (await isThere(below(place, free))) return false
  const path = below(place, noteNameOf(free))
  const text = `${note}\nReference: ${id}\n`
  try {
    await writeNew(path, text)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')) === text
}

async function writeNew(path: Buffer, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
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
