import { randomUUID } from 'node:crypto'
import type { World } from '../../../records/context.ts'
import { letGoOfAllDropFiles } from '../../../records/doors/drop-file.repository.ts'
import { isOfDisk } from './byte-paths.ts'
import { claimFile } from './claim-file.ts'
import { readCountyFolders, type CountyFolder, type CountyFolders } from './county-folders.ts'
import { isUnfinished, listEntries, type Entry } from './entries.ts'
import { finish } from './finish.ts'
import { goOnWithOthers, reconcile } from './go-on.ts'
import { problemOfOwnFolders } from './own-folders.ts'
import { createSettled, type Settled } from './settled.ts'

const DAY_MS = 24 * 3_600_000
/** Files that one county has taken in before it is the next one's turn. */
const AT_ONE_TURN = 20
/** Files of one county in one look: what others drop meanwhile is seen by the next. */
const AT_ONE_LOOK = 200

type LookIntoDropFolder = (world: World, ending: AbortSignal) => Promise<void>

/** What a county's folder has to give in this look. */
type Waiting = { readonly folder: CountyFolder; readonly entries: readonly Entry[] }

/**
 * What takes in the files of the drop folder, one after the other, and first those that a server left in hand. Any number of
 * servers may look into one folder. It ends where the server stops.
 */
export function createDropFolder(): LookIntoDropFolder {
  const owner = randomUUID()
  let settled: Settled | null = null
  return async (world, ending) => {
    const { settings, database, healthProbe, clock, doorNotices } = world
    const root = settings.dropFolder
    if (root === null) return
    // The one server of an embedded database knows that all others are dead.
    if (settled === null && settings.databaseUrl === null) await letGoOfAllDropFiles(database.kysely)
    const looks = (settled ??= createSettled(clock))
    const { folders, problems } = await foldersOf(world, root)
    const found: string[] = [...problems]
    const sound: CountyFolder[] = []
    let inHand = 0
    for (const folder of folders) {
      const isSound = await attempting(world, async () => {
        inHand += await reconcile(world, folder)
      })
      if (isSound) sound.push(folder)
      else found.push(notTaken(folder))
    }
    const waiting: Waiting[] = []
    for (const folder of sound) {
      const isRead = await attempting(world, async () => {
        const { entries, notices } = await lookInto(world, folder, looks)
        waiting.push({ folder, entries: entries.slice(0, AT_ONE_LOOK) })
        found.push(...notices)
      })
      if (!isRead) found.push(notTaken(folder))
    }
    const isIdle = inHand === 0 && waiting.every(({ entries }) => entries.length === 0)
    // Thousands that are tried in vain, and tell the log so, would fill what is left of the disk.
    if (isIdle || (await healthProbe.stateOf('storage')) === 'up') {
      await goOnWithOthers(world, { folders: sound, owner, ending })
      found.push(...(await takeInTurn(world, waiting, { owner, ending })))
    }
    doorNotices.dropFolder = found
  }
}

async function foldersOf(world: World, root: string): Promise<CountyFolders> {
  try {
    const { folders, problems } = await readCountyFolders(world, root)
    const inTheWay = await Promise.all(folders.map(problemOfOwnFolders))
    return {
      folders: folders.filter((_folder, at) => inTheWay[at] === null),
      problems: [...problems, ...inTheWay.filter((each) => each !== null)],
    }
  } catch (error) {
    if (!isOfDisk(error)) throw error
    world.log.warn({ err: error }, 'The drop folder cannot be read.')
    return { folders: [], problems: ['The drop folder cannot be read: see the log.'] }
  }
}

const notTaken = ({ countyName }: CountyFolder) =>
  `Files of the drop folder of ${countyName} cannot be taken or put away: see the log.`

/** False where the disk failed: the folder of one county must not hold those of the others up. */
async function attempting(world: World, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isOfDisk(error) || !world.database.isUp()) throw error
    world.log.warn({ err: error }, 'Files of a county cannot be taken out of the drop folder, or put away.')
    return false
  }
}

/** The counties by turns: who drops thousands of files holds nobody else up. Returns of whose folder nothing can be taken. */
async function takeInTurn(
  world: World,
  folders: readonly Waiting[],
  { owner, ending }: { readonly owner: string; readonly ending: AbortSignal },
): Promise<string[]> {
  const waiting = [...folders]
  const found: string[] = []
  for (let turn = waiting.shift(); turn && !ending.aborted; turn = waiting.shift()) {
    const { folder, entries } = turn
    const isTaken = await attempting(world, async () => {
      for (const entry of entries.slice(0, AT_ONE_TURN)) {
        if (ending.aborted) return
        const claimed = await claimFile(world, { folder, entry, owner })
        if (claimed) await finish(world, claimed, { isFile: entry.kind === 'file' })
      }
    })
    if (!isTaken) found.push(notTaken(folder))
    else if (entries.length > AT_ONE_TURN) waiting.push({ folder, entries: entries.slice(AT_ONE_TURN) })
  }
  return found
}

/** What is written to its end, and what is to be said of the rest. */
async function lookInto(
  world: World,
  folder: CountyFolder,
  settled: Settled,
): Promise<{ entries: readonly Entry[]; notices: readonly string[] }> {
  const entries = await entriesOf(world, folder)
  if (entries === null)
    return { entries: [], notices: [`The drop folder of ${folder.countyName} cannot be read: see the log.`] }
  const whole = entries.filter((entry) => entry.kind !== 'folder' && !isUnfinished(entry))
  return { entries: settled.of(folder.path, whole), notices: tellLeft(world, folder, entries) }
}

async function entriesOf({ log }: World, { path }: CountyFolder): Promise<Entry[] | null> {
  try {
    return await listEntries(path)
  } catch (error) {
    log.warn({ err: error }, "A county's drop folder cannot be read.")
    return null
  }
}

function tellLeft({ clock }: World, { countyName }: CountyFolder, entries: readonly Entry[]): string[] {
  const inFolders = entries.filter(({ kind }) => kind === 'folder').length
  const yesterday = clock.now().getTime() - DAY_MS
  const old = entries.filter((entry) => isUnfinished(entry) && entry.stats.ctimeMs < yesterday).length
  return [
    ...(inFolders > 0
      ? [`The drop folder of ${countyName} has ${inFolders} folder(s) in it: only files are taken.`]
      : []),
    ...(old > 0
      ? [
          `The drop folder of ${countyName} has ${old} file(s) in it that nobody has written to their end for a day.`,
        ]
      : []),
  ]
}
