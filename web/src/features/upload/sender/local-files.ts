import type { QueueEntry } from './queue-entry.ts'

/** A file as somebody chose it. */
export type ChosenFile = {
  readonly file: File
  /** The way back to it after a reload, where the browser gives one. */
  readonly handle: FileSystemFileHandle | null
  readonly folder: string
}

/** The file of an entry cannot be read any more, or is another one now. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

export type Place = { readonly file: File | null; readonly handle: FileSystemFileHandle | null }
const NOWHERE: Place = { file: null, handle: null }

type WithPermission = FileSystemFileHandle & {
  readonly queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
  readonly requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
}

/** Where the files of the entries are: in this page's hands, or behind handles that last. */
export class LocalFiles {
  readonly #places = new Map<string, Place>()

  put(key: string, place: Place): void {
    this.#places.set(key, place)
  }

  drop(key: string): void {
    this.#places.delete(key)
  }

  handleOf(key: string): FileSystemFileHandle | null {
    return this.placeOf(key).handle
  }

  placeOf(key: string): Place {
    return this.#places.get(key) ?? NOWHERE
  }

  all(): readonly File[] {
    return [...this.#places.values()].flatMap(({ file }) => file ?? [])
  }

  /** Whether it can be read without asking anybody. */
  async isAtHand(key: string): Promise<boolean> {
    const { file, handle } = this.placeOf(key)
    if (file) return true
    return handle ? (await permissionFor(handle)) === 'granted' : false
  }

  /** Asks the browser's person for those that lie behind handles; to be called while they press something. */
  async askFor(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const handle: WithPermission | null = this.handleOf(key)
      // The browser asks once for all; at once it would ask for each.
      // oxlint-disable-next-line no-await-in-loop
      await handle?.requestPermission?.({ mode: 'read' }).catch(() => {})
    }
  }

  /**
   * The file, which is the one that was chosen.
   * @throws FileGone where it is not.
   */
  async read(entry: QueueEntry): Promise<File> {
    const { file, handle } = this.placeOf(entry.key)
    try {
      const found = file ?? (await handle?.getFile())
      if (!found || !isSameFile(entry, found)) throw new FileGone(entry.name)
      // A file that was changed since it was chosen fails to be read, and sent it would look like a lost line.
      await found.slice(0, 1).arrayBuffer()
      return found
    } catch (error) {
      this.#places.delete(entry.key)
      throw new FileGone(entry.name, { cause: error })
    }
  }
}

function isSameFile(entry: QueueEntry, { size, lastModified }: File): boolean {
  return entry.size === size && entry.lastModified === lastModified
}

function permissionFor(handle: WithPermission): Promise<PermissionState> {
  return handle.queryPermission?.({ mode: 'read' }) ?? Promise.resolve('granted')
}
