import { link, lstat, rename, unlink } from 'node:fs/promises'
import { below, codeOf } from '../../../engines/folders/byte-paths.ts'
import { RESERVED_NAMES } from './entries.ts'
import { inFolder } from '../../../engines/folders/open-folder.ts'
import { lastBytes, LONGEST_STEM_BYTES } from '../../../engines/folders/whole-characters.ts'
import { clearWorkingPlace, type Placed } from './working-place.ts'

/** A file in `.working`, below an id. */
type InHand = { readonly id: string; readonly name: Buffer }

/** The errors of a share without hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Moves a file back to the folder of its county, under its own name, or under a similar one if that is taken by now.
 */
export async function moveBack(folder: Placed, { id, name }: InHand): Promise<void> {
  const beside = Buffer.concat([Buffer.from(`${id} `), lastBytes(name, LONGEST_STEM_BYTES)])
  await inFolder(folder.path, [RESERVED_NAMES.working, id], (place) =>
    inFolder(folder.path, [], async (held) => {
      const path = below(place, name)
      if (!(await moveIfFree(path, below(held, name)))) await rename(path, below(held, beside))
    }),
  )
  await clearWorkingPlace(folder, id)
}

/** Completes the move back of a file that a killed server left with both names; false if that is not the case. */
export async function endMoveBack(folder: Placed, { id, name }: InHand): Promise<boolean> {
  const isEnded = await inFolder(folder.path, [RESERVED_NAMES.working, id], (place) =>
    inFolder(folder.path, [], (held) => unlinkSecondName(below(place, name), below(held, name))),
  ).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return false
  })
  if (isEnded) await clearWorkingPlace(folder, id)
  return isEnded
}

/** Another file of that name may arrive at this moment, so the second name is only created if it is free. */
async function moveIfFree(path: Buffer, to: Buffer): Promise<boolean> {
  try {
    await link(path, to)
    await unlink(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return unlinkSecondName(path, to)
    if (!WITHOUT_LINKS.has(codeOf(error) ?? '')) throw error
  }
  const isFree = await lstat(to).then(
    () => false,
    () => true,
  )
  if (isFree) await rename(path, to)
  return isFree
}

/** A process killed between the two steps of a move leaves one file with both names. */
async function unlinkSecondName(path: Buffer, to: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(path, { bigint: true }), lstat(to, { bigint: true })])
  if (one.ino !== other.ino || one.dev !== other.dev) return false
  await unlink(path)
  return true
}
