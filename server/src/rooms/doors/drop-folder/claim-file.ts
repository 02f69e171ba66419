import { randomUUID } from 'node:crypto'
import { link, lstat, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import type { World } from '../../../records/context.ts'
import {
  forgetDropFile,
  noteDropFile,
  type DropFileInHand,
} from '../../../records/doors/drop-file.repository.ts'
import { below, codeOf } from './byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { OWN, type Entry } from './entries.ts'
import { makeOwnFolders } from './own-folders.ts'
import { looksOf } from './settled.ts'

/** A file that this server alone has in hand, and where it lies meanwhile. */
export type ClaimedFile = {
  readonly claim: DropFileInHand
  readonly folder: CountyFolder
  readonly name: Buffer
  readonly path: Buffer
}

/** What a share says that knows no hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

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
  const place = workingPlace(folder, claim.id)
  await noteDropFile(database.kysely, {
    ...claim,
    countyId: folder.countyId,
    folder: folder.name,
    // What no text can hold is only shown otherwise; the file keeps its name.
    fileName: entry.text.replaceAll('\0', ''),
    takenAt: clock.now(),
  })
  const claimed = { claim, folder, name: entry.name, path: below(place, entry.name) }
  try {
    await makeOwnFolders(folder.path, [OWN.working, claim.id])
    await rename(below(folder.path, entry.name), claimed.path)
  } catch (error) {
    await forgetDropFile(database.kysely, claim)
    // Where nothing can be made, nothing may be there to be removed.
    await clearWorkingPlace(folder, claim.id).catch(() => undefined)
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  if (looksOf({ stats: await lstat(claimed.path) }) === looksOf(entry)) return claimed
  await putBack(database, claimed)
  return null
}

/** Back where it came from, under its own name or, where there is another file of that name by now, one beside it. */
export async function putBack(
  { kysely }: World['database'],
  { claim, folder, name, path }: ClaimedFile,
): Promise<void> {
  await moveBack(folder, { id: claim.id, name, path })
  await forgetDropFile(kysely, claim)
}

/** The same of one that the database does not know, as after a restore. */
export async function moveBack(
  folder: Pick<CountyFolder, 'path'>,
  { id, name, path }: { id: string; name: Buffer; path: Buffer },
): Promise<void> {
  const beside = Buffer.concat([Buffer.from(`${id} `), name])
  if (!(await moveIfFree(path, below(folder.path, name)))) await rename(path, below(folder.path, beside))
  await clearWorkingPlace(folder, id)
}

/** Somebody may drop another file of that name in this moment: a second name is given only where none is. */
async function moveIfFree(path: Buffer, to: Buffer): Promise<boolean> {
  try {
    await link(path, to)
    await unlink(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!WITHOUT_LINKS.has(codeOf(error) ?? '')) throw error
  }
  const isFree = await lstat(to).then(
    () => false,
    () => true,
  )
  if (isFree) await rename(path, to)
  return isFree
}

/** Where a file lies while it is in hand: a folder of its own, so that it keeps its name. */
function workingPlace(folder: Pick<CountyFolder, 'path'>, id: string): Buffer {
  return below(folder.path, OWN.working, id)
}

/** Where its note is written before it stands in its place. */
export function draftPlace(folder: Pick<CountyFolder, 'path'>, id: string): Buffer {
  return below(folder.path, OWN.working, `${id}.txt`)
}

/** Removes what is left of a claim whose file is gone from there. */
export async function clearWorkingPlace(folder: Pick<CountyFolder, 'path'>, id: string): Promise<void> {
  await rm(draftPlace(folder, id), { force: true })
  await rmdir(workingPlace(folder, id)).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** The file of a claim; null where none lies there any more. */
export async function findClaimed(
  folder: Pick<CountyFolder, 'path'>,
  id: string,
): Promise<{ name: Buffer; path: Buffer } | null> {
  const place = workingPlace(folder, id)
  const names = await readdir(place, { encoding: 'buffer' }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const [name] = names
  return name ? { name, path: below(place, name) } : null
}

/** The claims of which something lies in the folder. */
export async function listWorking(folder: Pick<CountyFolder, 'path'>): Promise<string[]> {
  try {
    return await readdir(below(folder.path, OWN.working).toString())
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
