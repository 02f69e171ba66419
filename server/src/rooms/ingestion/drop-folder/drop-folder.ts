import { counted } from '../../../engines/warnings/counted.ts'
import { randomUUID } from 'node:crypto'
import type { World } from '../../../records/context.ts'
import { releaseAllDropFiles } from '../../../records/deliveries/drop-file.repository.ts'
import { isOfDisk, below, codeOf } from '../../../engines/folders/byte-paths.ts'
import { dropFolderWarnings, type DropFolderWarning } from './drop-folder.warnings.ts'
import { readCountyFolders, type CountyFolder, type CountyFolders } from './county-folders.ts'
import { resumeAbandonedFiles, MAX_COMPARED, reconcile } from './resume-abandoned.ts'
import { dayFolder } from './note-text.ts'
import { createFailureLog, type FailureLog } from './failure-log.ts'
import { findReadable } from './readable-files.ts'
import { importInTurn, type Waiting } from './import-in-turn.ts'
import { createFiledWatch } from './watch-filed.ts'
import { watchFolder, type WatchedFolder } from './watched-folder.ts'
import { lstat } from 'node:fs/promises'
import { RESERVED_NAMES } from './entries.ts'
import { inFolder, type OpenFolderPath } from '../../../engines/folders/open-folder.ts'

/** Files of one county per poll. The next poll sees files that arrive meanwhile. */
const AT_ONE_LOOK = 200

type LookIntoDropFolder = (world: World, ending: AbortSignal) => Promise<void>

/**
 * Creates the importer of the drop folder. It imports files one after the other, and first those that a server
 * abandoned. Any number of servers may poll the same folder. It ends when the server stops.
 */
export function createDropFolder(): LookIntoDropFolder {
  const owner = randomUUID()
  const watched = new Map<string, WatchedFolder>()
  const watchFiled = createFiledWatch()
  let failures: FailureLog | null = null
  let isFirst = true
  return async (world, ending) => {
    const { settings, database, healthProbe, warnings } = world
    const root = settings.dropFolder
    if (root === null) return
    // The single server of an embedded database knows that no other is running.
    if (isFirst && settings.databaseUrl === null) await releaseAllDropFiles(database.kysely)
    isFirst = false
    failures ??= createFailureLog(world.log)
    const attempts = { world, failures }
    const { folders, problems } = await foldersOf(world, root)
    await forgetOthers(watched, folders)
    const found: DropFolderWarning[] = [...problems]
    const sound: CountyFolder[] = []
    let inHand = 0
    for (const folder of folders) {
      const isSound = await attempting(attempts, { folder, step: 'compare' }, async () => {
        const { known, foreign } = await reconcile(world, folder)
        inHand += known
        if (foreign > 0) found.push(foreignEntries(folder, foreign))
      })
      if (isSound) sound.push(folder)
      else found.push(notTaken(folder))
    }
    const waiting: Waiting[] = []
    for (const folder of sound) {
      const look = await lookInto(attempts, folder, watched)
      waiting.push({ folder, entries: look.entries })
      found.push(...look.warnings)
    }
    const isIdle = inHand === 0 && waiting.every(({ entries }) => entries.length === 0)
    // Thousands of failed attempts, each with a log line, would fill the remaining disk.
    if (isIdle || (await healthProbe.stateOf('storage')) === 'up') {
      await resumeAbandonedFiles(world, { folders: sound, owner, ending, failures })
      const attempt = (folder: CountyFolder, work: () => Promise<unknown>) =>
        attempting(attempts, { folder, step: 'import' }, work)
      const imported = await importInTurn(world, waiting, { owner, ending, failures, attempt })
      found.push(...imported.failed.map(notTaken), ...imported.warnings)
    }
    const changed = await watchFiled(world, sound)
    found.push(...sound.flatMap((folder) => changedAfterFiling(folder, changed.get(folder.name) ?? 0)))
    if (ending.aborted) await forgetOthers(watched, [])
    warnings.report(dropFolderWarnings, () => found)
  }
}

/** Closes the handles of folders that are no longer polled. */
async function forgetOthers(
  watched: Map<string, WatchedFolder>,
  folders: readonly CountyFolder[],
): Promise<void> {
  for (const [path, folder] of watched) {
    if (folders.some((each) => each.path === path)) continue
    watched.delete(path)
    await folder.close()
  }
}

async function foldersOf(world: World, root: string): Promise<CountyFolders> {
  try {
    const { folders, problems } = await readCountyFolders(world, root)
    const today = dayFolder(world.calendar, world.clock.now())
    const inTheWay = await Promise.all(folders.map((folder) => problemOfOwnFolders(folder, today)))
    return {
      folders: folders.filter((_folder, at) => inTheWay[at] === null),
      problems: [...problems, ...inTheWay.filter((each) => each !== null)],
    }
  } catch (error) {
    if (!isOfDisk(error)) throw error
    const code = 'drop-folder-unreadable'
    const text = `The drop folder ${root} cannot be read: see the log.`
    // Polls run every two seconds, so only the start of each failure is logged.
    if (!world.warnings.has(dropFolderWarnings, code)) world.log.warn({ err: error }, text)
    return { folders: [], problems: [{ code, text }] }
  }
}

const notTaken = ({ countyName }: CountyFolder): DropFolderWarning => ({
  code: 'county-folder-failed',
  text: `Files of the drop folder of ${countyName} cannot be taken or put away: see the log.`,
})

function foreignEntries({ countyName }: CountyFolder, count: number): DropFolderWarning {
  const orMore = count >= MAX_COMPARED ? ' or more' : ''
  const [entries, them] =
    count === 1 ? ['1 entry', 'it'] : [`${count.toLocaleString('en-US')} entries${orMore}`, 'them']
  return {
    code: 'county-folder-foreign-entries',
    text: `The folder .working of ${countyName} in the drop folder has ${entries} that the portal did not make. The portal leaves ${them} alone: remove ${them}.`,
  }
}

function unreadableFiles({ countyName }: CountyFolder, count: number): DropFolderWarning[] {
  if (count === 0) return []
  const [files, them] = count === 1 ? ['1 file', 'it'] : [`${count.toLocaleString('en-US')} files`, 'them']
  const text = `${files} of ${countyName} cannot be read. Give the portal's user the right to read ${them}.`
  return [{ code: 'county-folder-unreadable-files', text }]
}

function changedAfterFiling({ countyName }: CountyFolder, count: number): DropFolderWarning[] {
  if (count === 0) return []
  const text = `The drop folder of ${countyName} has ${counted(count, 'file')} in done that changed after filing: read the note beside each, and file it again.`
  return [{ code: 'county-folder-changed-after-filing', text }]
}

type Attempts = { readonly world: World; readonly failures: FailureLog }

/** Returns false if the disk failed. A county's folder must not block the folders of the others. */
async function attempting(
  { world, failures }: Attempts,
  { folder, step }: { readonly folder: CountyFolder; readonly step: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  const key = `${step} ${folder.path}`
  try {
    await work()
    failures.end(key)
    return true
  } catch (error) {
    if (!isOfDisk(error) || !world.database.isUp()) throw error
    failures.report(
      { key, error, county: folder.countyName },
      'Files of a county cannot be taken out of the drop folder, or put away.',
    )
    return false
  }
}

/** The complete files, and warnings about the rest. */
async function lookInto(
  { world, failures }: Attempts,
  folder: CountyFolder,
  watched: Map<string, WatchedFolder>,
): ReturnType<WatchedFolder['look']> {
  const { path, countyName } = folder
  const key = `read ${path}`
  const known = watched.get(path) ?? watchFolder(path, world.clock)
  watched.set(path, known)
  try {
    const look = await known.look(folder)
    const { entries, unreadable } = await findReadable(folder, look.entries, AT_ONE_LOOK)
    failures.end(key)
    return { entries, warnings: [...look.warnings, ...unreadableFiles(folder, unreadable)] }
  } catch (error) {
    if (!isOfDisk(error)) throw error
    failures.report({ key, error, county: countyName }, "A county's drop folder cannot be read.")
    const text = `The drop folder of ${countyName} cannot be read: see the log.`
    return { entries: [], warnings: [{ code: 'county-folder-unreadable', text }] }
  }
}

/**
 * Warns if a file or a link is in the place of a folder that the portal needs. Then nothing can be imported. `day` is
 * today, because `done` has a folder for each day.
 */
async function problemOfOwnFolders(
  { path, countyName }: Pick<CountyFolder, 'path' | 'countyName'>,
  day: string,
): Promise<DropFolderWarning | null> {
  const inTheWay = await inFolder(path, [], async (held) => {
    for (const name of Object.values(RESERVED_NAMES)) if (!(await isFreeForFolder(held, name))) return name
    const done = inFolder(path, [RESERVED_NAMES.done], (days) => isFreeForFolder(days, day))
    // Missing folders will be created. An unreadable one is reported by the code that reads the folder.
    return (await done.catch(() => true)) ? null : `${RESERVED_NAMES.done}/${day}`
  }).catch(() => null)
  return inTheWay === null
    ? null
    : {
        code: 'drop-folder-name-taken',
        text: `Nothing is taken from the drop folder of ${countyName}: ${inTheWay} in it is not a folder.`,
      }
}

async function isFreeForFolder(held: OpenFolderPath, name: string): Promise<boolean> {
  return lstat(below(held, name)).then(
    (stats) => stats.isDirectory(),
    (error: unknown) => codeOf(error) !== undefined,
  )
}
