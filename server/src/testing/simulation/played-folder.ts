import type { PlayedFile, Sync } from './played-file.ts'

export type PlayedNode = PlayedFile | PlayedFolder

/**
 * An added (`node`) or removed (null) name. `isLost`: its sync failed. `after`: the same file's new name. It is durable
 * before the old one is removed: a rename never loses both, which every file system in use guarantees.
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

/** The names in a folder: those that everyone sees, and the synced ones among them. */
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

  /** A sync covers the names at its start; see `Sync`. */
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

  /** Makes a change durable, unless the new name that it follows is not durable yet. */
  settle(change: NameChange): void {
    if (change.isSynced || change.after?.isSynced === false) return
    if (change.node) this.#synced.set(change.name, change.node)
    else this.#synced.delete(change.name)
    change.isSynced = true
  }

  /** All nodes in it, by a current name, or by a former one that may come back. */
  everyNode(): Set<PlayedNode> {
    return new Set([...this.names.values(), ...this.#synced.values()])
  }

  /** Unsettled changes are lost. */
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

/** An older change never replaces a durable name. */
function isOvertaken(change: NameChange, { name, number, isSynced }: NameChange): boolean {
  return isSynced && change.name === name && change.number <= number
}
