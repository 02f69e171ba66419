import { fetchUploadStatus } from './fetch-upload-status.ts'
import { mergeServerStatus, type QueueEntry } from './queue-entry.ts'
import type { QueueStore } from './queue-store.ts'

type Options = {
  readonly store: QueueStore
  readonly period: number
  readonly until: AbortSignal
}

/** Merges the server's status of uploads into a queue, and knows of which files it is not certain. */
export class QueueReconciler {
  readonly #options: Options
  /** Files of which an earlier page or request may have sent more bytes than the queue recorded. */
  readonly #unsure = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  isUnsure(key: string): boolean {
    return this.#unsure.has(key)
  }

  setUnsure(key: string, isUnsure: boolean): void {
    if (isUnsure) this.#unsure.add(key)
    else this.#unsure.delete(key)
  }

  /** Fetches the status of files that an earlier page may have started, so that nothing is sent twice. */
  async reconcile(): Promise<void> {
    const { store } = this.#options
    const open = store.entries().filter(({ state }) => needsStatus(state))
    for (const { key } of open) this.#unsure.add(key)
    try {
      const known = await this.#fetch(open)
      for (const entry of open) {
        const upload = known.get(entry.key)
        const latest = store.get(entry.key)
        if (upload && latest) store.change([mergeServerStatus(latest, upload)])
        this.#unsure.delete(entry.key)
      }
    } catch {
      // Then each file's status is fetched before it is sent.
    }
  }

  /** Fetches the records that responses did not contain, for the list of stored files. */
  async learnOfStored(): Promise<void> {
    const { store } = this.#options
    const unknown = store.entries().filter(({ state }) => isUnknown(state))
    if (unknown.length === 0) return
    try {
      const known = await this.#fetch(unknown)
      const learnt = unknown.flatMap((entry) => {
        const upload = known.get(entry.key)
        return upload?.file ? mergeServerStatus(entry, upload) : []
      })
      store.change(learnt)
    } catch {
      // The files are stored; their details are on the documents screen.
    }
  }

  #fetch(entries: readonly QueueEntry[]): ReturnType<typeof fetchUploadStatus> {
    const { period, until } = this.#options
    return fetchUploadStatus(
      entries.map(({ key }) => key),
      { period, signal: until },
    )
  }
}

function needsStatus(state: QueueEntry['state']): boolean {
  return state.is === 'waiting' || isUnknown(state)
}

/** Whether the file is stored and its record is not known here. */
function isUnknown(state: QueueEntry['state']): boolean {
  return state.is === 'stored' && state.file === null
}
