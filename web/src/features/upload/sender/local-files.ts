import type { QueueEntry } from './queue-entry.ts'

/** A file as the user chose it. */
export type ChosenFile = {
  readonly file: File
  /** The handle that finds the file again after a reload, if the browser provides one. */
  readonly handle: FileSystemFileHandle | null
  readonly folder: string
}

/** The file of an entry can no longer be read, or has changed. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

export type Place = { readonly file: File | null; readonly handle: FileSystemFileHandle | null }
const NOWHERE: Place = { file: null, handle: null }

type WithPermission = FileSystemFileHandle & {
  readonly queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
  readonly requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
}

/** Locates the files of the entries: in this page's memory, or behind persistent handles. */
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

  /** Whether the file can be read without a permission prompt. */
  async isAtHand(key: string): Promise<boolean> {
    const { file, handle } = this.placeOf(key)
    if (file) return true
    return handle ? (await permissionFor(handle)) === 'granted' : false
  }

  /** Requests permission for the files behind handles. Call it during a user action. */
  async askFor(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const handle: WithPermission | null = this.handleOf(key)
      // One request at a time: the browser then prompts once for all files; in parallel it prompts for each.
      // oxlint-disable-next-line no-await-in-loop
      await handle?.requestPermission?.({ mode: 'read' }).catch(() => {})
    }
  }

  /**
   * Reads the file and checks that it is the chosen one.
   * @throws FileGone if it is missing or has changed.
   */
  async read(entry: QueueEntry): Promise<File> {
    const { file, handle } = this.placeOf(entry.key)
    try {
      const found = file ?? (await handle?.getFile())
      if (!found || !isSameFile(entry, found)) throw new FileGone(entry.name)
      // A file changed since it was chosen cannot be read; if sent, it would look like a lost connection.
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
