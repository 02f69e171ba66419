import { randomUUID } from 'node:crypto'
import { lstat, open, rename, type FileHandle } from 'node:fs/promises'
import type { World } from '../../../records/context.ts'
import {
  deleteDropFile,
  recordDropFile,
  type DropFileInHand,
} from '../../../records/deliveries/drop-file.repository.ts'
import { below, codeOf } from './byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { RESERVED_NAMES, NO_FOLLOW, type Entry } from './entries.ts'
import { inFolder, inOwnFolder } from './held-folder.ts'
import { isFileOfItsOwn, fingerprintOf } from './fingerprint.ts'
import { moveBack } from './move-back.ts'
import { clearWorkingPlace, type Placed } from './working-place.ts'

/** A file that this server alone has in hand; it lies below `.working` and the id of the claim. */
export type ClaimedFile = {
  readonly claim: DropFileInHand
  readonly folder: CountyFolder
  readonly name: Buffer
  /** What it is on its disk: whatever else lies under its name is not this file. */
  readonly inode: bigint
}

type ClaimWorld = Pick<World, 'database' | 'clock'>

/**
 * Takes a file out of the folder of a county, so that no other server does: by a rename, which one of them wins. The
 * database knows of it before. Null where another was faster, or somebody has written to it after all.
 */
export async function claimFile(
  { database, clock }: ClaimWorld,
  { folder, entry, owner }: { folder: CountyFolder; entry: Entry; owner: string },
): Promise<ClaimedFile | null> {
  const claim = { id: randomUUID(), owner }
  const { name, stats } = entry
  await recordDropFile(database.kysely, {
    ...claim,
    countyId: folder.countyId,
    folder: folder.name,
    // What no text can hold is only shown otherwise; the file keeps its name.
    fileName: entry.text.replaceAll('\0', ''),
    inode: stats.ino,
    takenAt: clock.now(),
  })
  const claimed = { claim, folder, name, inode: stats.ino }
  try {
    const isAsSeen = await takeOut(folder, { id: claim.id, entry })
    if (isAsSeen) return claimed
  } catch (error) {
    await deleteDropFile(database.kysely, claim)
    // Where nothing can be made, nothing may be there to be removed.
    await clearWorkingPlace(folder, claim.id).catch(() => undefined)
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  await putBack(database, claimed)
  return null
}

/** Whether what was taken out is what was seen: its name may have been given to something else. */
async function takeOut(
  folder: Placed,
  { id, entry }: { readonly id: string; readonly entry: Entry },
): Promise<boolean> {
  return inOwnFolder(folder.path, [RESERVED_NAMES.working, id], (place) =>
    inFolder(folder.path, [], async (held) => {
      await rename(below(held, entry.name), below(place, entry.name))
      const stats = await lstat(below(place, entry.name), { bigint: true })
      return (
        fingerprintOf(stats) === fingerprintOf(entry.stats) &&
        (entry.kind !== 'file' || isFileOfItsOwn(stats))
      )
    }),
  )
}

/**
 * Opens the file of a claim; whoever calls closes it. No link is followed, and what is no file is not waited for.
 * @throws the error of the disk where it cannot be opened.
 */
export async function openClaimed({ claim, folder, name }: ClaimedFile): Promise<FileHandle> {
  return inFolder(folder.path, [RESERVED_NAMES.working, claim.id], (place) =>
    open(below(place, name), NO_FOLLOW),
  )
}

/** Back where it came from, under its own name or, where there is another file of that name by now, one beside it. */
export async function putBack(
  { kysely }: World['database'],
  { claim, folder, name }: ClaimedFile,
): Promise<void> {
  await moveBack(folder, { id: claim.id, name })
  await deleteDropFile(kysely, claim)
}
