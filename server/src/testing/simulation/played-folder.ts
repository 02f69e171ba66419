import type { PlayedFile, Sync } from './played-file.ts'

export type PlayedNode = PlayedFile | PlayedFolder

/**
 * A name that came (`node`) or went (null). `isLost`: its sync failed. `after`: the same file's new name. It is safe
 * before the old one goes: a rename never loses both, which every file system in use keeps.
 */
export type NameChange = {
  /** Changes of a disk are counted. */
  readonly number: number
  readonly folder: PlayedFolder
  readonly name: string
  readonly node: PlayedNode | null
  readonly after: NameChange | null
  isSynced: boolean
  isLost: boolean
}

/** The names in a folder: those that everybody sees, and those of them that are synced. */
export class PlayedFolder {
  names = new Map<string, PlayedNode>()
  readonly #synced = new Map<string, PlayedNode>()
  readonly #count: () => number
  unsynced: NameChange[] = []

  constructor(count: () => number) {
    this.#count = count
  }

  put(name: string, node: PlayedNode): NameChange {
    this.names.set(name, node)
    return this.#changed(name, { node, after: null })
  }

  take(name: string, after: NameChange | null = null): void {
    this.names.delete(name)
    this.#changed(name, { node: null, after })
  }

  /** A sync counts for the names there were when it began; see `Sync`. */
  beginSync(): Sync {
    const covered = this.unsynced.filter(({ isLost }) => !isLost)
    return {
      succeed: () => {
        for (const change of covered) this.settle(change)
        this.unsynced = this.unsynced.filter((change) => !covered.some((later) => isOvertaken(change, later)))
      },
      fail: () => {
        for (const change of covered) change.isLost = true
      },
    }
  }

  /** Makes a change last, unless the new name that it follows does not last yet. */
  settle(change: NameChange): void {
    if (change.isSynced || change.after?.isSynced === false) return
    if (change.node) this.#synced.set(change.name, change.node)
    else this.#synced.delete(change.name)
    change.isSynced = true
  }

  /** All that it holds, by a name that is there, or was and may come back. */
  everyNode(): Set<PlayedNode> {
    return new Set([...this.names.values(), ...this.#synced.values()])
  }

  /** What is not settled by now is gone. */
  losePower(): void {
    this.unsynced = []
    this.names = new Map(this.#synced)
  }

  #changed(name: string, { node, after }: Pick<NameChange, 'node' | 'after'>): NameChange {
    const change = { number: this.#count(), folder: this, name, node, after, isSynced: false, isLost: false }
    this.unsynced.push(change)
    return change
  }
}

/** Nothing older comes back over a name that lasts. */
function isOvertaken(change: NameChange, { name, number, isSynced }: NameChange): boolean {
  return isSynced && change.name === name && change.number <= number
}
