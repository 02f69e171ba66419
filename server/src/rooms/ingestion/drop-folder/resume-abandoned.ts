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
import { codeOf, isOfDisk } from './byte-paths.ts'
import { putBack } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import { findInHand } from './find-in-hand.ts'
import { finish, moveToFinalFolder } from './finish.ts'
import { isFileOfItsOwn } from './fingerprint.ts'
import { endMoveBack, moveBack } from './move-back.ts'
import { clearWorkingPlace, listClaim, listWorking, removeEmptyClaim } from './working-place.ts'

type GoingOn = {
  readonly folders: readonly CountyFolder[]
  readonly owner: string
  readonly ending: AbortSignal
}

/** Seconds until it is tried again. */
const AFTER_FAILURE_SECONDS = 30
/** Claims of one folder that are compared with the database in one look. */
export const MOST_COMPARED = 1000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DRAFT = /^(?<id>[0-9a-f-]{36})\.txt$/

/** Goes on with files that a server had in hand when it ended, at whatever step. */
export async function resumeAbandonedFiles(world: World, { folders, owner, ending }: GoingOn): Promise<void> {
  const names = folders.map(({ name }) => name)
  while (!ending.aborted) {
    const row = await takeOverDropFile(world.database.kysely, { folders: names, owner })
    const folder = folders.find(({ name }) => name === row?.folder)
    if (!row || !folder) return
    await goOn(world, folder, { row, owner })
  }
}

async function goOn(
  world: World,
  folder: CountyFolder,
  { row, owner }: { row: DropFileRow; owner: string },
): Promise<void> {
  const { database, clock, log } = world
  const claim = { id: row.id, owner }
  try {
    const found = await findInHand(world, { folder, claim }, row)
    if (!found) {
      await clearWorkingPlace(folder, row.id)
      // It was never taken out of the county's folder, or is where it belongs, or others took it away.
      return await (row.state === 'taken'
        ? deleteDropFile(database.kysely, claim)
        : markArchived(database.kysely, claim, clock.now()))
    }
    const { name, stats } = found
    const claimed = { claim, folder, name, inode: stats.ino }
    if (row.state !== 'taken') return await moveToFinalFolder(world, claimed, row)
    // Somebody gave it a second name, or the portal was killed while it put the file back.
    if (stats.isFile() && !isFileOfItsOwn(stats)) return await putBack(database, claimed)
    await finish(world, claimed, { isFile: stats.isFile() })
  } catch (error) {
    log.error({ err: error, claim: row.id }, 'A file of the drop folder waits, and will be tried again.')
    await releaseDropFile(database.kysely, claim, AFTER_FAILURE_SECONDS)
  }
}

/** What lies in hand in a folder. */
export type InHand = {
  readonly known: number
  /** Entries that the portal did not make, and leaves alone. */
  readonly foreign: number
}

/**
 * Compares what lies in hand with the database. What the database thought put away goes on. A file that it does not know, as one
 * that was restored, goes back to the folder of its county. Anything else stays where it is.
 */
export async function reconcile(world: World, folder: CountyFolder): Promise<InHand> {
  const names = await listWorking(folder, MOST_COMPARED)
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
  // Whoever has it in hand looks after it.
  if (row && row.folder === folder.name && !row.isPutAway) return 'known'
  try {
    const lying = await listClaim(folder, id)
    if (row) {
      const found = await findInHand(world, { folder, claim: { id, owner: '' } }, row)
      // Another county's filing is not this one's, whoever called a folder by its id.
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
    // A link or a file in the place of a folder, which lies there for as long as its county likes: the folder's warning counts it.
    if (['ELOOP', 'ENOTDIR'].includes(codeOf(error) ?? '')) return 'foreign'
    world.log.warn({ err: error, claim: id }, 'What lies in hand in a drop folder could not be put back.')
    return 'foreign'
  }
}
