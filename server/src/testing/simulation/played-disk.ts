import { basename, dirname } from 'node:path'
import type { Random } from '../../demo/random.ts'
import type { DiskFile, DiskOperations } from '../../engines/storage/disk/disk-operations.ts'
import { PlayedFile, type Sync } from './played-file.ts'
import { PlayedFolder, type NameChange, type PlayedNode } from './played-folder.ts'

const PLENTY_BYTES = 1_000_000_000_000
const EPOCH = new Date(0)

/** Who uses the disk: when it is their turn, and how many of a hundred operations fail. */
export type DiskUse = { turn(): Promise<void>; failing(): number }

/**
 * A disk in memory, as good as POSIX promises and hardly better: what is not synced is dropped when the power is lost,
 * wholly, in part, torn, in any order, files and names each for themselves.
 */
export class PlayedDisk {
  readonly #random: Random
  #changes = 0
  readonly #count = () => this.#changes++
  readonly #root = new PlayedFolder(this.#count)

  constructor(random: Random) {
    this.#random = random
  }

  /** Leaves what survives of all that is there; from now on that is all there ever was. */
  losePower(): void {
    const random = this.#random
    const folders = foldersIn(this.#root)
    const files = new Set(folders.flatMap((folder) => filesOf(folder)))
    const percent = random.pick([0, 30, 70, 100])
    const unsynced = folders.flatMap((folder) => folder.unsynced)
    for (const change of inOrder(unsynced)) if (random.chance(percent)) change.folder.settle(change)
    for (const folder of folders) folder.losePower()
    for (const file of files) file.losePower(random)
  }

  operations({ turn, failing }: DiskUse): DiskOperations {
    const random = this.#random
    const mayFail = () => {
      if (random.chance(failing())) throw systemError(random.pick(['EIO', 'ENOSPC']))
    }
    /** Done in the first turn, answered in the second: between them others act, and the power may be lost. */
    const played = async <T>(act: () => T): Promise<T> => {
      await turn()
      mayFail()
      const result = act()
      await turn()
      return result
    }
    const synced = async (begin: () => Sync) => {
      await turn()
      const sync = begin()
      await turn()
      try {
        mayFail()
      } catch (error) {
        if (random.chance(50)) sync.fail()
        throw error
      }
      sync.succeed()
      await turn()
    }
    const opened = (file: PlayedFile): DiskFile => ({
      writev: (pieces) => played(() => ({ bytesWritten: this.#append(file, Buffer.concat(pieces)) })),
      read: (into, offset, length, position) =>
        played(() => ({
          bytesRead: file.bytes.subarray(position, position + length).copy(into, offset),
        })),
      stat: () => played(() => ({ size: file.bytes.length, mtime: EPOCH })),
      datasync: () => synced(() => file.beginSync()),
      close: () => turn(),
    })
    return {
      create: (path) => played(() => opened(this.#create(path))),
      open: (path) => played(() => opened(this.#file(path))),
      syncFile: (file) => file.datasync(),
      rename: (from, to) => played(() => this.#rename(from, to)),
      makeFolder: (path) => played(() => void this.#makeFolder(path)),
      syncFolder: (path) => synced(() => this.#folder(path).beginSync()),
      remove: (path) => played(() => this.#remove(path)),
      filesIn: (path) => this.#filesIn(path, turn),
      facts: (path) =>
        played(() => {
          const node = this.#find(path)
          return node instanceof PlayedFile ? { size: node.bytes.length, changedAt: EPOCH } : null
        }),
      freeBytes: async () => PLENTY_BYTES,
    }
  }

  /** A disk may take less than it is given. */
  #append(file: PlayedFile, bytes: Buffer): number {
    const taken = this.#random.chance(10) ? bytes.subarray(0, this.#random.below(bytes.length) + 1) : bytes
    file.append(taken)
    return taken.length
  }

  #create(path: string): PlayedFile {
    if (this.#find(path)) throw systemError('EEXIST')
    const file = new PlayedFile()
    this.#folder(dirname(path)).put(basename(path), file)
    return file
  }

  #rename(from: string, to: string): void {
    const file = this.#file(from)
    const added: NameChange = this.#folder(dirname(to)).put(basename(to), file)
    this.#folder(dirname(from)).take(basename(from), added)
  }

  #remove(path: string): void {
    if (this.#find(path)) this.#folder(dirname(path)).take(basename(path))
  }

  #makeFolder(path: string): PlayedFolder {
    const found = this.#find(path)
    if (found instanceof PlayedFolder) return found
    const folder = new PlayedFolder(this.#count)
    this.#makeFolder(dirname(path)).put(basename(path), folder)
    return folder
  }

  async *#filesIn(path: string, turn: () => Promise<void>): AsyncGenerator<string> {
    await turn()
    for (const [name, node] of [...this.#folder(path).names]) if (node instanceof PlayedFile) yield name
  }

  #find(path: string): PlayedNode | undefined {
    const names = path.split('/').filter((name) => name !== '')
    return names.reduce<PlayedNode | undefined>(
      (node, name) => (node instanceof PlayedFolder ? node.names.get(name) : undefined),
      this.#root,
    )
  }

  #file(path: string): PlayedFile {
    const node = this.#find(path)
    if (node instanceof PlayedFile) return node
    throw systemError('ENOENT')
  }

  #folder(path: string): PlayedFolder {
    const node = this.#find(path)
    if (node instanceof PlayedFolder) return node
    throw systemError('ENOENT')
  }
}

/** As they came: a name that follows another is settled after it. */
function inOrder(changes: readonly NameChange[]): NameChange[] {
  return changes.toSorted((one, other) => one.number - other.number)
}

/** A folder and all below it that anybody could still come upon, by a name that is there or was. */
function foldersIn(folder: PlayedFolder): PlayedFolder[] {
  const below = [...folder.everyNode()].filter((node) => node instanceof PlayedFolder)
  return [folder, ...below.flatMap((each) => foldersIn(each))]
}

function filesOf(folder: PlayedFolder): PlayedFile[] {
  return [...folder.everyNode()].filter((node) => node instanceof PlayedFile)
}

/** As the system says it; the player's own, so that no other failure passes for one. */
export class PlayedFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(`${code}: played`)
    this.code = code
  }
}

function systemError(code: string): PlayedFailure {
  return new PlayedFailure(code)
}
