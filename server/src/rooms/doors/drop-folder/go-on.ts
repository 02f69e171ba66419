import { lstat } from 'node:fs/promises'
import type { World } from '../../../records/context.ts'
import {
  forgetDropFile,
  knownDropFiles,
  letGoOfDropFile,
  noteFolder,
  notePutAway,
  takeOverDropFile,
  takeUpAgain,
  type DropFileRow,
} from '../../../records/doors/drop-file.repository.ts'
import { codeOf } from './byte-paths.ts'
import { clearWorkingPlace, findClaimed, listWorking, moveBack } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import { finish, putWhereItBelongs } from './finish.ts'

type GoingOn = {
  readonly folders: readonly CountyFolder[]
  readonly owner: string
  readonly ending: AbortSignal
}

/** Seconds until it is tried again. */
const AFTER_FAILURE_SECONDS = 30
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Goes on with files that a server had in hand when it ended, at whatever step. */
export async function goOnWithOthers(world: World, { folders, owner, ending }: GoingOn): Promise<void> {
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
    const found = await findClaimed(folder, row.id)
    if (!found) {
      await clearWorkingPlace(folder, row.id)
      // Either it was never taken out of the county's folder, or it is where it belongs.
      return await (row.state === 'taken'
        ? forgetDropFile(database.kysely, claim)
        : notePutAway(database.kysely, claim, clock.now()))
    }
    const claimed = { claim, folder, ...found }
    if (row.state !== 'taken') return await putWhereItBelongs(world, claimed, row)
    await finish(world, claimed, { isFile: (await lstat(found.path)).isFile() })
  } catch (error) {
    log.error({ err: error, claim: row.id }, 'A file of the drop folder waits, and will be tried again.')
    await letGoOfDropFile(database.kysely, claim, AFTER_FAILURE_SECONDS)
  }
}

/**
 * What lies in hand and the database does not know, as one that was restored, goes back; what it thought put away goes on.
 * Returns how many lie in hand.
 */
export async function reconcile({ database, log }: World, folder: CountyFolder): Promise<number> {
  const ids = (await listWorking(folder)).filter((name) => ID.test(name))
  if (ids.length === 0) return 0
  await noteFolder(database.kysely, { ids, name: folder.name, countyId: folder.countyId })
  await takeUpAgain(database.kysely, ids)
  const known = await knownDropFiles(database.kysely, ids)
  for (const id of ids) {
    if (known.has(id)) continue
    try {
      const found = await findClaimed(folder, id)
      await (found ? moveBack(folder, { id, ...found }) : clearWorkingPlace(folder, id))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT')
        log.warn({ err: error }, 'What lies in hand in a drop folder could not be put back.')
    }
  }
  return ids.length
}
