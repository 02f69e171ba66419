import { FileGone } from './local-files.ts'
import type { QueueEntry } from './queue-entry.ts'
import type { QueueStore } from './queue-store.ts'
import type { HashFile } from '../hashing/file-hasher.ts'

/** Milliseconds between two updates with new hashes: a thousand single updates would each redraw the screen. */
const NOTED_EVERY_MS = 250

type Options = { readonly store: QueueStore; readonly hash: HashFile }

/** Computes the SHA-256 of the queue's files, one after another, and stores it in their entries. */
export class EntryHashing {
  readonly #store: QueueStore
  readonly #hash: HashFile
  /** Keys of files that could not be hashed. */
  readonly #unknown = new Set<string>()
  readonly #found = new Map<string, string>()
  #notedAt = 0
  #isStopped = false
  #current: { readonly key: string; readonly given: AbortController } | null = null

  constructor({ store, hash }: Options) {
    this.#store = store
    this.#hash = hash
  }

  /** Whether this file still needs a hash. */
  isAhead(entry: QueueEntry): boolean {
    const isToSend = entry.state.is === 'chosen' || entry.state.is === 'waiting'
    const isKnown = entry.sha256 !== null || this.#unknown.has(entry.key)
    return isToSend && !isKnown && !this.#store.isAbsent(entry.key)
  }

  /** Continues with the next file, and aborts the hash of a file that was removed in the meantime. */
  hashNext(): void {
    if (this.#isStopped) return
    if (this.#current) {
      if (!this.#store.get(this.#current.key)) this.#current.given.abort()
      return
    }
    const next = this.#next()
    if (next) void this.#take(next)
    else this.#note()
  }

  stop(): void {
    this.#isStopped = true
    this.#current?.given.abort()
  }

  /** Prefers files in the state `chosen`, which the user will send next. */
  #next(): QueueEntry | undefined {
    if (this.#store.view().isElsewhere) return undefined
    const ahead = this.#store.entries().filter((entry) => this.isAhead(entry) && !this.#found.has(entry.key))
    return ahead.find(({ state }) => state.is === 'chosen') ?? ahead[0]
  }

  async #take(entry: QueueEntry): Promise<void> {
    const given = new AbortController()
    this.#current = { key: entry.key, given }
    try {
      const file = await this.#store.files.read(entry)
      const sha256 = await this.#hash(file, given.signal)
      if (sha256 === null) this.#giveUp(entry.key)
      else this.#found.set(entry.key, sha256)
    } catch (error) {
      if (error instanceof FileGone && this.#store.get(entry.key)) this.#store.isMissing(entry.key, true)
      else if (!given.signal.aborted) this.#giveUp(entry.key)
    }
    this.#current = null
    if (performance.now() - this.#notedAt > NOTED_EVERY_MS) this.#note()
    this.hashNext()
  }

  /** Marks the hash as unavailable, so that nothing waits for it. */
  #giveUp(key: string): void {
    this.#unknown.add(key)
    this.#store.flag({})
  }

  #note(): void {
    this.#notedAt = performance.now()
    const entries = [...this.#found].flatMap(([key, sha256]) => {
      const entry = this.#store.get(key)
      return entry ? { ...entry, sha256 } : []
    })
    this.#found.clear()
    if (entries.length > 0) this.#store.change(entries)
  }
}
