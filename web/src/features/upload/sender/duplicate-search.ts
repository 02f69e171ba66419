import { findTwins, MAX_HASHES, type Duplicates } from '@portal/contract/files/duplicates.ts'
import { call, requirePeriod } from '../../../lib/call.ts'
import { readDuplicatesByHash } from '../../../lib/duplicates.wire.ts'
import type { QueueStore } from './queue-store.ts'
import { EntryHashing } from './entry-hashing.ts'
import { nameOf, NO_DUPLICATES, type SearchedFile, type Known } from './entry-duplicates.ts'
import { createFileHasher, type HashFile } from '../hashing/file-hasher.ts'

/** Milliseconds until failed lookups are retried. */
const ASK_AGAIN_MS = 15_000

type Options = {
  readonly store: QueueStore
  /** The sign-in period; no lookup runs in another one. */
  readonly period: number
  readonly until: AbortSignal
}

/** Replaced by a new object on every change. */
export type SearchView = {
  readonly known: Known
  /** Lookups that failed just now. */
  readonly failed: ReadonlySet<string>
  /** Files that the user wants to send despite duplicates. */
  readonly accepted: ReadonlySet<string>
}

const NOTHING_KNOWN: SearchView = { known: new Map(), failed: new Set(), accepted: new Set() }

/** Finds which files of a queue are already on file: hashes them and looks the hashes up on the server. */
export class DuplicateSearch {
  readonly hash: HashFile = createFileHasher()
  readonly hashing: EntryHashing
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #view = NOTHING_KNOWN
  #batch: string | null = null
  #isAsking = false
  #wanted: readonly SearchedFile[] = []

  constructor(options: Options) {
    this.#options = options
    this.hashing = new EntryHashing({ store: options.store, hash: this.hash })
    options.store.subscribe(() => this.#follow())
    options.until.addEventListener('abort', () => this.hashing.stop())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly view = (): SearchView => this.#view

  /** Marks these files to be sent despite duplicates. */
  accept(keys: readonly string[]): void {
    this.#show({ accepted: new Set([...this.#view.accepted, ...keys]) })
  }

  /** Looks up the files on the server whose duplicates are not known yet. */
  ask(wanted: readonly SearchedFile[]): void {
    this.#wanted = wanted
    if (!this.#isAsking) void this.#askAll()
  }

  isToCome(asked: SearchedFile): boolean {
    const name = nameOf(asked)
    return !this.#view.known.has(name) && !this.#view.failed.has(name)
  }

  #follow(): void {
    const { batch } = this.#options.store.plan
    // The previous batch's files are stored by now, so old results are stale.
    if (batch !== this.#batch) this.#show(NOTHING_KNOWN)
    this.#batch = batch
    this.hashing.hashNext()
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    for (let some = this.#next(); some.length > 0; some = this.#next()) {
      // One request at a time: hashes found in the meantime join the next request.
      // oxlint-disable-next-line no-await-in-loop
      await this.#askSome(some)
    }
    this.#isAsking = false
  }

  /** The next hashes of one county, as many as one call accepts. */
  #next(): readonly SearchedFile[] {
    if (this.#options.until.aborted) return []
    const ahead = this.#wanted.filter((asked) => this.isToCome(asked))
    const [first] = ahead
    const same = ahead.filter(({ countyId }) => countyId === first?.countyId)
    return [...new Map(same.map((asked) => [asked.sha256, asked])).values()].slice(0, MAX_HASHES)
  }

  async #askSome(some: readonly SearchedFile[]): Promise<void> {
    const names = some.map(nameOf)
    const batch = this.#batch
    const isStale = () => batch !== this.#batch
    try {
      const { period, until } = this.#options
      await requirePeriod(findTwins, period)
      const body = { hashes: some.map(({ sha256 }) => sha256), countyId: some[0]?.countyId ?? null }
      const found = readDuplicatesByHash(await call(findTwins, { body, signal: until }))
      if (isStale()) return
      const known = some.map((asked): [string, Duplicates] => [
        nameOf(asked),
        found.get(asked.sha256) ?? NO_DUPLICATES,
      ])
      this.#show({ known: new Map([...this.#view.known, ...known]) })
    } catch {
      if (isStale()) return
      // Sending does not depend on this: a file whose duplicate is not found is sent.
      this.#show({ failed: new Set([...this.#view.failed, ...names]) })
      setTimeout(() => {
        this.#show({ failed: new Set() })
        this.ask(this.#wanted)
      }, ASK_AGAIN_MS)
    }
  }

  #show(changed: Partial<SearchView>): void {
    this.#view = { ...this.#view, ...changed }
    for (const listener of this.#listeners) listener()
  }
}
