import { constants } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'

/**
 * The path of an open folder through its handle (proc(5)), because Node has no openat. Lookups below this path use the
 * open folder, even if its name now leads elsewhere. Valid until the folder is closed.
 */
export type OpenFolderPath = `/proc/self/fd/${number}`

/** O_NOFOLLOW rejects a link, O_DIRECTORY anything else that is not a folder. */
const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** For `open` of a file: follows no link, and does not block on special files. */
export const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A path that should be a folder, but is a file or a link. */
export class NotAFolder extends Error {
  readonly code = 'ENOTDIR'
  readonly path: string
  constructor(name: string) {
    super(`${name} is not a folder, but a file or a link.`)
    this.path = name
  }
}

/**
 * Opens `path`, and below it one name after the other, and runs `work` in the last folder while it is open.
 * @throws NotAFolder if one of them is a link or a file, and the disk's error, such as ENOENT.
 */
export async function inFolder<T>(
  path: string,
  names: readonly string[],
  work: (held: OpenFolderPath) => Promise<T>,
): Promise<T> {
  return walk(path, { names, step: openFolder }, work)
}

/** The same for the portal's own folders. Creates missing ones. */
export async function inOwnFolder<T>(
  path: string,
  names: readonly string[],
  work: (held: OpenFolderPath) => Promise<T>,
): Promise<T> {
  return walk(path, { names, step: openOwnFolder }, work)
}

async function openOwnFolder(place: Buffer): Promise<FileHandle> {
  await mkdir(place).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return openFolder(place)
}

type Way = { readonly names: readonly string[]; readonly step: (place: Buffer) => Promise<FileHandle> }

async function walk<T>(
  path: string,
  { names, step }: Way,
  work: (held: OpenFolderPath) => Promise<T>,
): Promise<T> {
  let folder = await openFolder(path)
  try {
    for (const name of names) {
      const next = await step(below(openFolderPath(folder), name))
      const last = folder
      folder = next
      await last.close()
    }
    return await work(openFolderPath(folder))
  } finally {
    await folder.close()
  }
}

/** Opens a folder, but no link to one; the caller closes it. */
export async function openFolder(path: string | Buffer): Promise<FileHandle> {
  try {
    return await open(path, FOLDER_ITSELF)
  } catch (error) {
    if (codeOf(error) !== 'ELOOP' && codeOf(error) !== 'ENOTDIR') throw error
    throw new NotAFolder(path.toString().split('/').at(-1) ?? '')
  }
}

export function openFolderPath(folder: FileHandle): OpenFolderPath {
  return `/proc/self/fd/${folder.fd}`
}
