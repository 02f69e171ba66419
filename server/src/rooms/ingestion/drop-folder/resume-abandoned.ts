import type { World } from '../../../records/context.ts'
import {
  findDropFiles,
  deleteDropFile,
  releaseDropFile,
  recordFolder,
  markArchived,
  takeOverDropFile,
  reclaimDropFile,
  type DropFileRow,
} from '../../../records/deliveries/drop-file.repository.ts'
import { codeOf, isOfDisk } from '../../../engines/folders/byte-paths.ts'
import { putBack } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import { findInHand } from './find-in-hand.ts'
import type { FailureLog } from './failure-log.ts'
import { finish, moveToFinalFolder, reportWaiting } from './finish.ts'
import { isFileOfItsOwn } from '../../../engines/folders/fingerprint.ts'
import { endMoveBack, moveBack } from './move-back.ts'
import { clearWorkingPlace, listClaim, listWorking, removeEmptyClaim } from './working-place.ts'

type Resuming = {
  readonly folders: readonly CountyFolder[]
  readonly owner: string
  readonly ending: AbortSignal
  readonly failures: FailureLog
}

/** Seconds until the next attempt. */
const AFTER_FAILURE_SECONDS = 30
/** Claims of one folder that one poll compares with the database. */
export const MAX_COMPARED = 1000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DRAFT = /^(?<id>[0-9a-f-]{36})\.txt$/

/** Resumes files that a server had claimed when it ended, at whatever step. */
export async function resumeAbandonedFiles(
  world: World,
  { folders, owner, ending, failures }: Resuming,
): Promise<void> {
  const names = folders.map(({ name }) => name)
  while (!ending.aborted) {
    const row = await takeOverDropFile(world.database.kysely, { folders: names, owner })
    const folder = folders.find(({ name }) => name === row?.folder)
    if (!row || !folder) return
    await resumeFile(world, folder, { row, owner, failures })
  }
}

async function resumeFile(
  world: World,
  folder: CountyFolder,
  { row, owner, failures }: Pick<Resuming, 'owner' | 'failures'> & { readonly row: DropFileRow },
): Promise<void> {
  const { database, clock } = world
  const claim = { id: row.id, owner }
  try {
    const found = await findInHand(world, { folder, claim }, row)
    if (!found) {
      await clearWorkingPlace(folder, row.id)
      // It was never moved out of the county's folder, or is already in its final folder, or was removed by others.
      return await (row.state === 'taken'
        ? deleteDropFile(database.kysely, claim)
        : markArchived(database.kysely, claim, clock.now()))
    }
    const { name, stats } = found
    const claimed = { claim, folder, name, inode: stats.ino }
    if (row.state !== 'taken') {
      await moveToFinalFolder(world, claimed, row)
      return failures.end(row.id)
    }
    // The file got a second name, or the portal was killed while it put the file back.
    if (stats.isFile() && !isFileOfItsOwn(stats)) return await putBack(database, claimed)
    await finish(world, claimed, { isFile: stats.isFile(), failures })
  } catch (error) {
    reportWaiting(failures, { claim, folder }, error)
    await releaseDropFile(database.kysely, claim, AFTER_FAILURE_SECONDS)
  }
}

/** Counts of the claims in a folder. */
export type InHand = {
  readonly known: number
  /** Entries that the portal did not create, and leaves alone. */
  readonly foreign: number
}

/**
 * Compares the claims in the folder with the database. A file that the database has as archived is resumed. An unknown
 * file, such as a restored one, goes back to the folder of its county. Everything else stays where it is.
 */
export async function reconcile(world: World, folder: CountyFolder): Promise<InHand> {
  const names = await listWorking(folder, MAX_COMPARED)
  const ids = names.flatMap((name) => (ID.test(name) ? [name] : (DRAFT.exec(name)?.groups?.['id'] ?? [])))
  const rows = await findDropFiles(
    world.database.kysely,
    ids.filter((id) => ID.test(id)),
  )
  let known = 0
  let foreign = 0
  for (const name of names) {
    const row = rows.get(DRAFT.exec(name)?.groups?.['id'] ?? name)
    const fate = ID.test(name) ? await compare(world, folder, { id: name, row }) : row ? 'known' : 'foreign'
    if (fate === 'foreign') foreign++
    else if (ID.test(name)) known++
  }
  return { known, foreign }
}

type Fate = 'known' | 'foreign' | 'gone'

async function compare(
  world: World,
  folder: CountyFolder,
  { id, row }: { readonly id: string; readonly row: DropFileRow | undefined },
): Promise<Fate> {
  const { kysely } = world.database
  // The server with the lease handles it.
  if (row && row.folder === folder.name && !row.isPutAway) return 'known'
  try {
    const lying = await listClaim(folder, id)
    if (row) {
      const found = await findInHand(world, { folder, claim: { id, owner: '' } }, row)
      // The filing belongs to another county. Anyone could have given this folder its id as a name.
      if (found && row.countyId !== folder.countyId) return 'foreign'
      if (found || (lying.length === 0 && !row.isPutAway && row.countyId === folder.countyId)) {
        await recordFolder(kysely, { id, name: folder.name, countyId: folder.countyId })
        await reclaimDropFile(kysely, id)
        return 'known'
      }
    }
    if (lying.length === 0) await removeEmptyClaim(folder, id)
    for (const { name, stats } of lying) {
      if (isFileOfItsOwn(stats)) await moveBack(folder, { id, name })
      else if (!stats.isFile() || !(await endMoveBack(folder, { id, name }))) return 'foreign'
    }
    return 'gone'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone'
    if (!isOfDisk(error)) throw error
    // A link or a file in the place of a folder stays as long as its county likes. The folder's warning counts it.
    if (['ELOOP', 'ENOTDIR'].includes(codeOf(error) ?? '')) return 'foreign'
    const facts = { county: folder.countyName, claim: id, code: codeOf(error) }
    world.log.warn(facts, 'What lies in hand in a drop folder could not be put back.')
    return 'foreign'
  }
}
