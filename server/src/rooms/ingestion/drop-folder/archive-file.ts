import { link, lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { below, codeOf } from '../../../engines/folders/byte-paths.ts'
import type { ClaimedFile } from './claim-file.ts'
import { RESERVED_NAMES } from './entries.ts'
import {
  NO_FOLLOW,
  inFolder,
  inOwnFolder,
  type OpenFolderPath,
} from '../../../engines/folders/open-folder.ts'
import { firstBytes, lastBytes, LONGEST_STEM_BYTES } from '../../../engines/folders/whole-characters.ts'
import { clearWorkingPlace, draftNameOf } from './working-place.ts'

type Place = {
  /** Below the county's folder, such as `done` and a day. */
  readonly into: readonly string[]
  /** The text of the note next to the file. */
  readonly note: string
  /** Called with the file's final name before the move. */
  readonly beforeMove?: (name: Buffer) => Promise<void>
}

/**
 * Moves a file to its final folder, with a note next to it. The note is written first and contains the id of the claim,
 * so it reserves the name. No file ever replaces another, and an interrupted move can be resumed. On a share without
 * hard links, an interruption while writing the note leaves a partial note behind, and the file gets another name.
 * @throws Error if another file has replaced the claimed one.
 */
export async function archiveFile(
  { claim: { id }, folder, name, inode }: Omit<ClaimedFile, 'claim'> & { readonly claim: { id: string } },
  { into, note, beforeMove }: Place,
): Promise<void> {
  const booking = { note: `${note}\nReference: ${id}\n`, draftName: draftNameOf(id) }
  await inOwnFolder(folder.path, into, (place) =>
    inFolder(folder.path, [RESERVED_NAMES.working], async (working) => {
      for (const free of [name, beside(name, id)]) {
        if (!(await bookName({ place, working }, { ...booking, free }))) continue
        await beforeMove?.(free)
        return inFolder(folder.path, [RESERVED_NAMES.working, id], async (claimed) => {
          const { ino } = await lstat(below(claimed, name), { bigint: true })
          if (ino !== inode) throw new Error('Another file lies in the place of the one in hand.')
          await rename(below(claimed, name), below(place, free))
        })
      }
      throw new Error('There is no free name for a file of the drop folder.')
    }),
  )
  await clearWorkingPlace(folder, id)
}

type Booking = {
  readonly free: Buffer
  readonly note: string
  /** The temporary name of the note until it is complete. */
  readonly draftName: string
}

type Between = { readonly place: OpenFolderPath; readonly working: OpenFolderPath }

/** Whether this claim has reserved the name, with its note next to the file's destination. */
async function bookName({ place, working }: Between, { free, note, draftName }: Booking): Promise<boolean> {
  if (await isThere(below(place, free))) return false
  const path = below(place, noteNameOf(free))
  const draft = below(working, draftName)
  // A link at this path would make the write overwrite another file.
  await rm(draft, { force: true })
  await writeFile(draft, note, { flag: 'wx', flush: true })
  try {
    await putInPlace({ draft, path }, note)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return isNote(path, note)
}

/** Whether that note is there. Reads only regular files, because reading a pipe could block forever. */
async function isNote(path: Buffer, note: string): Promise<boolean> {
  if (!(await lstat(path)).isFile()) return false
  const file = await open(path, NO_FOLLOW)
  try {
    const { size } = await file.stat()
    return size === Buffer.byteLength(note) && (await file.readFile('utf8')) === note
  } finally {
    await file.close()
  }
}

/** Atomic if the disk has hard links. Many shares have none. */
async function putInPlace(
  { draft, path }: { readonly draft: Buffer; readonly path: Buffer },
  note: string,
): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Writes the text instead of copying the draft, because another process could have replaced the draft.
    await writeFile(path, note, { flag: 'wx', flush: true })
  }
}

function noteNameOf(name: Buffer): Buffer {
  return Buffer.concat([firstBytes(name, LONGEST_STEM_BYTES), Buffer.from('.txt')])
}

/** The name of the note about a file that changed after it was filed. */
export function changedNoteNameOf(name: Buffer): Buffer {
  return Buffer.concat([firstBytes(name, LONGEST_STEM_BYTES), Buffer.from(' changed after filing.txt')])
}

function beside(name: Buffer, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${id.slice(0, 8)} `), lastBytes(name, LONGEST_STEM_BYTES)])
}

async function isThere(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
