import { randomUUID } from 'node:crypto'
import { lstat, open, rename, type FileHandle } from 'node:fs/promises'
import type { World } from '../../../records/context.ts'
import { deleteDropFile, recordDropFile } from '../../../records/deliveries/drop-file.repository.ts'
import type { LeasedRow } from '../../../records/deliveries/lease.repository.ts'
import { below, codeOf } from '../../../engines/folders/byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { RESERVED_NAMES, type Entry } from './entries.ts'
import { NO_FOLLOW, inFolder, inOwnFolder } from '../../../engines/folders/open-folder.ts'
import { isFileOfItsOwn, fingerprintOf } from '../../../engines/folders/fingerprint.ts'
import { moveBack } from './move-back.ts'
import { clearWorkingPlace, type Placed } from './working-place.ts'

/** A file leased by this server only. It is in the folder `.working`, below the id of the claim. */
export type ClaimedFile = {
  readonly claim: LeasedRow
  readonly folder: CountyFolder
  readonly name: Buffer
  /** Its inode on the disk. A different file with the same name is not this file. */
  readonly inode: bigint
}

type ClaimWorld = Pick<World, 'database' | 'clock'>

/**
 * Claims a file from the folder of a county, so that no other server does. Only one server wins the rename. The
 * database records the claim first. Returns null if another server was faster, or the file was written to after all.
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
    // Only the recorded name drops what text cannot store. The file keeps its name.
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
    // If nothing could be created, there may be nothing to remove.
    await clearWorkingPlace(folder, claim.id).catch(() => undefined)
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  await putBack(database, claimed)
  return null
}

/** Whether the claimed file is the one that was seen, because its name may now belong to another file. */
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
 * Opens the file of a claim; the caller closes it. Follows no link, and does not block on special files.
 * @throws the disk's error if it cannot be opened.
 */
export async function openClaimed({ claim, folder, name }: ClaimedFile): Promise<FileHandle> {
  return inFolder(folder.path, [RESERVED_NAMES.working, claim.id], (place) =>
    open(below(place, name), NO_FOLLOW),
  )
}

/** Moves the file back to its original folder, under its own name, or under a similar one if that is taken by now. */
export async function putBack(
  { kysely }: World['database'],
  { claim, folder, name }: ClaimedFile,
): Promise<void> {
  await moveBack(folder, { id: claim.id, name })
  await deleteDropFile(kysely, claim)
}
