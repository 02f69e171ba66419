import type { FileHandle } from 'node:fs/promises'
import { lstat, open, writeFile } from 'node:fs/promises'
import type { World } from '../../../records/context.ts'
import { findDocument, type DocumentRow } from '../../../records/documents/documents.repository.ts'
import {
  listChangedFiles,
  listFiledFiles,
  recordChangedFile,
  recordGoneFile,
  recordFingerprint,
  type FiledFile,
} from '../../../records/deliveries/filed-file.repository.ts'
import { below, codeOf, isOfDisk } from '../../../engines/folders/byte-paths.ts'
import type { CountyFolder } from './county-folders.ts'
import { RESERVED_NAMES } from './entries.ts'

import { NO_FOLLOW, inFolder, type OpenFolderPath } from '../../../engines/folders/open-folder.ts'
import { fingerprintOf, hasBytesOf } from '../../../engines/folders/fingerprint.ts'
import { changedNote } from './note-text.ts'
import { changedNoteNameOf } from './archive-file.ts'

const DAY_MS = 24 * 3_600_000
/** Files in `done` whose fingerprints one poll compares. */
const AT_ONE_LOOK = 100
/** Files among them whose bytes it reads, so that many touched files do not delay others. */
const READ_AT_ONE_LOOK = 5

/** The errors if a file or its folder was removed. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Checks the files of the last day again, to detect changes after they were filed. */
export type FiledWatch = (
  world: World,
  folders: readonly CountyFolder[],
) => Promise<ReadonlyMap<string, number>>

type Position = { readonly at: Date; readonly id: string }
type Place = { readonly filed: FiledFile; readonly folder: CountyFolder }

/** Returns, by folder, how many files have changed, for as long as they are there. */
export function createFiledWatch(): FiledWatch {
  let after: Position | null = null
  return async (world, folders) => {
    const { kysely } = world.database
    const names = folders.map(({ name }) => name)
    const since = new Date(world.clock.now().getTime() - DAY_MS)
    const filed = await listFiledFiles(kysely, { folders: names, since, after, most: AT_ONE_LOOK })
    after = null
    let isRead = 0
    for (const file of filed) {
      const folder = folders.find(({ name }) => name === file.folder)
      if (folder && (await attempt(world, () => compare(world, { filed: file, folder })))) isRead++
      // The next poll continues here.
      const isLast = file === filed.at(-1) && filed.length === AT_ONE_LOOK
      if (isRead === READ_AT_ONE_LOOK || isLast) {
        after = { at: file.at, id: file.id }
        break
      }
    }
    return countChanged(world, folders)
  }
}

/** Returns whether it had to read the file's bytes. */
async function compare(world: World, { filed, folder }: Place): Promise<boolean> {
  return inPlace({ filed, folder }, async (held) => {
    const stats = await lstat(below(held, filed.liesAs), { bigint: true })
    if (fingerprintOf(stats) === filed.filedAs) return false
    const document = await findDocument(world.database.kysely, filed.documentId)
    if (!document) await recordGoneFile(world.database.kysely, filed.id)
    else if (!stats.isFile() || !(await isStill(held, filed, document)))
      await reportChange(world, held, { filed, folder, document, looks: fingerprintOf(stats) })
    else await recordFingerprint(world.database.kysely, filed.id, fingerprintOf(stats))
    return true
  }).catch(async (error: unknown) => {
    if (!NOT_THERE.has(codeOf(error) ?? '')) throw error
    // A person who cleared out `done` has dealt with it.
    await recordGoneFile(world.database.kysely, filed.id)
    return false
  })
}

const inPlace = <T>({ filed, folder }: Place, work: (held: OpenFolderPath) => Promise<T>) =>
  inFolder(folder.path, [RESERVED_NAMES.done, filed.liesIn], work)

async function isStill(held: OpenFolderPath, filed: FiledFile, document: DocumentRow): Promise<boolean> {
  let file: FileHandle
  try {
    file = await open(below(held, filed.liesAs), NO_FOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return false
    throw error
  }
  try {
    return await hasBytesOf(file, document)
  } finally {
    await file.close()
  }
}

async function reportChange(
  { database, clock, log }: World,
  held: OpenFolderPath,
  { filed, folder, document, looks }: Place & { readonly document: DocumentRow; readonly looks: string },
): Promise<void> {
  log.warn(
    { claim: filed.id, document: document.id, county: folder.countyName },
    'A file of the drop folder changed after it was filed.',
  )
  const note = `${changedNote(document)}\nReference: ${filed.id}\n`
  await writeFile(below(held, changedNoteNameOf(filed.liesAs)), note, { flag: 'wx', flush: true }).catch(
    (error: unknown) => {
      // Written by another server, or by this one before it was killed.
      if (codeOf(error) !== 'EEXIST') throw error
    },
  )
  await recordChangedFile(database.kysely, filed.id, { at: clock.now(), looks })
}

async function countChanged(
  world: World,
  folders: readonly CountyFolder[],
): Promise<ReadonlyMap<string, number>> {
  const names = folders.map(({ name }) => name)
  const counts = new Map<string, number>()
  for (const filed of await listChangedFiles(world.database.kysely, { folders: names, most: AT_ONE_LOOK })) {
    const folder = folders.find(({ name }) => name === filed.folder)
    if (!folder || !(await attempt(world, () => isThere(world, { filed, folder })))) continue
    counts.set(folder.name, (counts.get(folder.name) ?? 0) + 1)
  }
  return counts
}

async function isThere(world: World, place: Place): Promise<boolean> {
  try {
    await inPlace(place, (held) => lstat(below(held, place.filed.liesAs)))
    return true
  } catch (error) {
    if (!NOT_THERE.has(codeOf(error) ?? '')) throw error
    await recordGoneFile(world.database.kysely, place.filed.id)
    return false
  }
}

/** A county's folder must not block the folders of the others. */
async function attempt(world: World, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (!isOfDisk(error) || !world.database.isUp()) throw error
    world.log.warn({ err: error }, 'A file that was filed from the drop folder cannot be looked at.')
    return false
  }
}
