import { basename, dirname } from 'node:path'
import type { Random } from '../../demo/random.ts'
import { PlayedFailure } from './played-failure.ts'
import { PlayedFile } from './played-file.ts'
import { PlayedFolder, type NameChange, type PlayedNode } from './played-folder.ts'

/**
 * A disk in memory with little more than the guarantees of POSIX: a power failure drops unsynced data, completely, in
 * part, torn, in any order, files and names independently.
 */
export class PlayedDisk {
  readonly #random: Random
  #changes = 0
  readonly #count = () => this.#changes++
  readonly #root = new PlayedFolder(this.#count)

  constructor(random: Random) {
    this.#random = random
  }

  /** Keeps only what survives. From now on nothing else ever existed. */
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

  /** A disk may write less than it is given. */
  append(file: PlayedFile, bytes: Buffer): number {
    const taken = this.#random.chance(10) ? bytes.subarray(0, this.#random.below(bytes.length) + 1) : bytes
    file.append(taken)
    return taken.length
  }

  create(path: string): PlayedFile {
    if (this.find(path)) throw new PlayedFailure('EEXIST')
    const file = new PlayedFile()
    this.folder(dirname(path)).put(basename(path), file)
    return file
  }

  rename(from: string, to: string): void {
    const file = this.file(from)
    const added: NameChange = this.folder(dirname(to)).put(basename(to), file)
    this.folder(dirname(from)).take(basename(from), added)
  }

  link(from: string, to: string): void {
    if (this.find(to)) throw new PlayedFailure('EEXIST')
    this.folder(dirname(to)).put(basename(to), this.file(from))
  }

  remove(path: string): void {
    if (this.find(path)) this.folder(dirname(path)).take(basename(path))
  }

  makeFolder(path: string): PlayedFolder {
    const found = this.find(path)
    if (found instanceof PlayedFolder) return found
    const folder = new PlayedFolder(this.#count)
    this.makeFolder(dirname(path)).put(basename(path), folder)
    return folder
  }

  /** The names of the files in a folder. */
  *filesIn(path: string): Generator<string> {
    for (const [name, node] of this.folder(path).names) if (node instanceof PlayedFile) yield name
  }

  find(path: string): PlayedNode | undefined {
    const names = path.split('/').filter((name) => name !== '')
    return names.reduce<PlayedNode | undefined>(
      (node, name) => (node instanceof PlayedFolder ? node.names.get(name) : undefined),
      this.#root,
    )
  }

  file(path: string): PlayedFile {
    const node = this.find(path)
    if (node instanceof PlayedFile) return node
    throw new PlayedFailure('ENOENT')
  }

  folder(path: string): PlayedFolder {
    const node = this.find(path)
    if (node instanceof PlayedFolder) return node
    throw new PlayedFailure('ENOENT')
  }
}

/** In order of arrival: a name that follows another is settled after it. */
function inOrder(changes: readonly NameChange[]): NameChange[] {
  return changes.toSorted((one, other) => one.number - other.number)
}

/** A folder and all folders below it that can still be reached, by a current or a former name. */
function foldersIn(folder: PlayedFolder): PlayedFolder[] {
  const below = [...folder.everyNode()].filter((node) => node instanceof PlayedFolder)
  return [folder, ...below.flatMap((each) => foldersIn(each))]
}

function filesOf(folder: PlayedFolder): PlayedFile[] {
  return [...folder.everyNode()].filter((node) => node instanceof PlayedFile)
}
