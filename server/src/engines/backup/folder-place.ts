import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, realpath, rm, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { diskOperations } from '../storage/disk/disk-operations.ts'
import { readPiece } from '../storage/disk/read-piece.ts'
import { codeOf } from '../storage/disk/system-error.ts'
import { WriteBehind } from '../storage/disk/write-behind.ts'
import { giveName, refuseLink, tryName, unusable } from './folder-name.ts'
import { MANIFEST, NotThere, type BackupPlace, type BackupPlaces, type NewBackupPlace } from './place.ts'

/** A backup contains password hashes and every document. */
const OWNER_ONLY = 0o700
const PIECE_BYTES = 1_048_576

/** Marks the name of a folder that is being filled. */
const UNFINISHED = '.unfinished-'

/** Backups in folders. */
export const FOLDERS: BackupPlaces = {
  open: async (folder) => folderPlace(folder),
  make: newFolderPlace,
  isTaken,
  namesIn: foldersIn,
  unfinishedIn,
  real: realFolder,
  async remove(folder) {
    await rm(join(folder, MANIFEST), { force: true })
    await rm(folder, { recursive: true, force: true })
  },
}

/** A backup in a folder. */
function folderPlace(folder: string): BackupPlace {
  const opened = new Map<string, Promise<FileHandle>>()
  const handleOf = (file: string) => {
    const known = opened.get(file)
    if (known) return known
    const opening = openToRead(join(folder, file))
    opened.set(file, opening)
    return opening
  }
  return {
    name: folder,
    write: (file, bytes) => writeFile(join(folder, file), bytes),
    read: (file) => pieces(join(folder, file)),
    readAt: async (file, offset, length) => readPiece(await handleOf(file), offset, length),
    list: () => listFiles(folder),
    beside: (path) => folderPlace(resolve(folder, path)),
    async close() {
      for (const opening of opened.values()) await opening.then((file) => file.close()).catch(() => undefined)
      opened.clear()
    },
  }
}

/**
 * Creates the folder of a new backup, under a temporary name until it is finished. An existing `folder` must be empty.
 */
async function newFolderPlace(folder: string): Promise<NewBackupPlace> {
  const unfinished = `${folder}${UNFINISHED}${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(folder), { recursive: true, mode: OWNER_ONLY })
    await refuseLink(folder)
    await mkdir(unfinished, { mode: OWNER_ONLY })
    await tryName(unfinished, folder)
  } catch (error) {
    await rmdir(unfinished).catch(() => undefined)
    throw unusable(folder, error)
  }
  return {
    ...folderPlace(unfinished),
    name: folder,
    pathTo: (other) => relative(folder, other.name).replaceAll('\\', '/'),
    freeBytes: () => diskOperations.freeBytes(unfinished),
    async finish() {
      for (const name of await readdir(unfinished)) await syncIfFolder(join(unfinished, name))
      await diskOperations.syncFolder(unfinished)
      await giveName(unfinished, folder)
      await diskOperations.syncFolder(dirname(folder))
    },
    discard: () => rm(unfinished, { recursive: true, force: true }),
  }
}

/** Whether a folder with contents, or something other than a folder, has this name. */
async function isTaken(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    // The name is that of a file, or is below a file.
    if (codeOf(error) === 'ENOTDIR') return (await lstat(folder).catch(() => null)) !== null
    throw error
  }
}

/** Resolves links. A folder that does not exist yet will be where its parent is. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
    if (!isMissing || dirname(folder) === folder) throw error
    return join(await realFolder(dirname(folder)), basename(folder))
  }
}

/** Names of the folders below `folder` that are not being filled, sorted; empty if `folder` does not exist. */
async function foldersIn(folder: string): Promise<string[]> {
  return (await namesOfFolders(folder)).filter((name) => !name.includes(UNFINISHED))
}

/** The folders below `folder` that are being filled, or whose backup was interrupted, each with its intended name. */
async function unfinishedIn(folder: string): Promise<{ name: string; of: string }[]> {
  const names = (await namesOfFolders(folder)).filter((name) => name.includes(UNFINISHED))
  return names.map((name) => ({ name, of: name.split(UNFINISHED)[0] ?? '' }))
}

async function namesOfFolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return folders.toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function syncIfFolder(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) await diskOperations.syncFolder(path)
}

async function writeFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY })
  const file = await diskOperations.create(path)
  try {
    const writer = new WriteBehind(file)
    try {
      for await (const chunk of bytes) {
        writer.add(chunk)
        if (writer.isFull) await writer.drain()
      }
    } finally {
      await writer.drain()
    }
    await diskOperations.syncFile(file)
  } finally {
    await file.close()
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error
    throw new NotThere(`${path} is not there.`, { cause: error })
  }
}

async function* pieces(path: string): AsyncGenerator<Buffer> {
  const file = await openToRead(path)
  try {
    for (let at = 0; ;) {
      const piece = await readPiece(file, at, PIECE_BYTES)
      if (piece.length === 0) return
      at += piece.length
      yield piece
    }
  } finally {
    await file.close()
  }
}

async function listFiles(folder: string): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll('\\', '/')
    files.set(name, (await stat(path)).size)
  }
  return files
}
