import { MAX_FILES_PER_BATCH } from '@portal/contract/limits.ts'
import { fileProblem, TOO_MANY_FILES } from '../facts/file-checks.ts'
import type { HashFile } from '../hashing/file-hasher.ts'
import type { ChosenFile } from './local-files.ts'
import { isDoubtful, matchFiles, resizedNames, type InspectedFile } from './match-files.ts'
import type { QueueEntry } from './queue-entry.ts'
import type { QueueStore } from './queue-store.ts'

/** The result of a file selection. */
export type Addition = {
  readonly added: number
  readonly problems: readonly string[]
  readonly repeated: readonly string[]
  /** Resolves once files have been read: the names of those that changed since their upload started. */
  readonly changed: Promise<readonly string[]>
}

type Options = {
  readonly store: QueueStore
  readonly hash: HashFile
  readonly until: AbortSignal
  /** Called after files were added to the store. */
  readonly onPlaced: () => void
}

/** Adds chosen files to the store of a queue, or reattaches them to their entries. */
export class FileAdding {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds files, or reattaches those that had to be chosen again to their entries. */
  add(chosen: readonly ChosenFile[], maxBytes: number): Addition {
    const { store } = this.#options
    const problems = chosen.flatMap(({ file }) => fileProblem(file, maxBytes) ?? [])
    const good = chosen.filter(({ file }) => fileProblem(file, maxBytes) === null)
    const present = store.entries().filter(({ key }) => !store.isAbsent(key)).length
    if (present + good.length > MAX_FILES_PER_BATCH) {
      const all = [...new Set([...problems, TOO_MANY_FILES])]
      return { added: 0, problems: all, repeated: [], changed: Promise.resolve([]) }
    }
    const isToHash = (one: ChosenFile) => isDoubtful(one, store.view())
    const resized = resizedNames(good, store.view())
    const changed = this.#addHashed(good.filter(isToHash))
    const { added, repeated } = this.#place(good.filter((one) => !isToHash(one)))
    return {
      added,
      problems: [...new Set(problems)],
      repeated,
      changed: changed.then((names) => [...resized, ...names]),
    }
  }

  /**
   * Adds files whose hash alone says whether they are those to be chosen again. Resolves with the names still missing.
   */
  async #addHashed(doubtful: readonly ChosenFile[]): Promise<readonly string[]> {
    const { store, hash, until } = this.#options
    const changed: string[] = []
    for (const chosen of doubtful) {
      // One at a time: each is read from the disk.
      // oxlint-disable-next-line no-await-in-loop
      const sha256 = await hash(chosen.file, until).catch(() => null)
      if (until.aborted) break
      const { name, size } = chosen.file
      this.#place([{ ...chosen, sha256 }])
      const isAsked = store
        .entries()
        .some((entry) => entry.name === name && entry.size === size && store.isAbsent(entry.key))
      if (isAsked) changed.push(name)
    }
    return changed
  }

  #place(good: readonly InspectedFile[]): Omit<Addition, 'problems' | 'changed'> {
    const { store, onPlaced } = this.#options
    const entries = store.entries()
    const absent = new Set(entries.map(({ key }) => key).filter((key) => store.isAbsent(key)))
    const { found, fresh, repeated } = matchFiles<InspectedFile>(good, { entries, absent })
    store.add([
      ...found.map(({ entry, chosen: place }) => ({
        entry: { ...entry, lastModified: place.file.lastModified },
        place,
      })),
      ...fresh.map((place) => ({ entry: newEntry(place), place })),
    ])
    const names = new Set(good.map(({ file }) => file.name))
    const { leftOut } = store.plan
    if (leftOut.some(({ name }) => names.has(name)))
      store.changePlan({ leftOut: leftOut.filter(({ name }) => !names.has(name)) })
    onPlaced()
    return { added: found.length + fresh.length, repeated: repeated.map(({ file }) => file.name) }
  }
}

function newEntry({ file, folder, sha256 = null }: InspectedFile): QueueEntry {
  return {
    key: crypto.randomUUID(),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    folder,
    sha256,
    facts: {},
    uploadId: null,
    state: { is: 'chosen' },
  }
}
