import { LocalFiles, type Place } from './local-files.ts'
import type { StoredEntry, QueueDatabase } from './queue-database.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import type { QueueEntry, QueuePlan } from './queue-entry.ts'

/** The queue as shown on a screen. Replaced by a new object on every change. */
export type QueueView = {
  readonly entries: readonly QueueEntry[]
  readonly plan: QueuePlan
  /** The sent bytes of files in progress. */
  readonly sent: ReadonlyMap<string, number>
  /** Why some files are waiting, in the server's words. */
  readonly troubles: ReadonlyMap<string, string>
  /** Files that must be chosen again, or need permission again. */
  readonly absent: ReadonlySet<string>
  readonly isOffline: boolean
  /** Whether another tab is sending. */
  readonly isElsewhere: boolean
  /** Whether the queue has been read. */
  readonly isRead: boolean
  /** Whether this browser stores the queue beyond the tab's life. */
  readonly isKept: boolean
  /** Bytes per second; null while unknown. */
  readonly rate: number | null
}

type Flags = Pick<QueueView, 'isOffline' | 'isElsewhere' | 'isRead' | 'isKept' | 'rate'>

const CALM: Flags = { isOffline: false, isElsewhere: false, isRead: false, isKept: true, rate: null }
/** Milliseconds between two view updates of a sending queue: faster ones are unreadable. */
const PICTURE_MS = 100

/** Changes made during a read of the database: the read does not see them, so it must not undo them. */
type ChangesDuringRead = { readonly keys: Set<string>; isPlanChanged: boolean }

/** The queue in memory, mirrored to the browser's database. */
export class QueueStore {
  readonly files = new LocalFiles()
  readonly #database: QueueDatabase | null
  readonly #entries = new Map<string, QueueEntry>()
  readonly #sent = new Map<string, number>()
  readonly #troubles = new Map<string, string>()
  readonly #absent = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #keptListeners = new Set<() => void>()
  readonly #reads = new Set<ChangesDuringRead>()
  #plan: QueuePlan
  #flags: Flags
  #view: QueueView
  #isDue = false

  constructor(database: QueueDatabase | null, fields: QueueFields) {
    this.#database = database
    this.#plan = { batch: crypto.randomUUID(), fields, isGoing: false, leftOut: [] }
    this.#flags = { ...CALM, isKept: database !== null }
    this.#view = this.#picture()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly view = (): QueueView => this.#view

  /** Calls back after a change that other tabs must read; progress alone does not count. */
  readonly subscribeKept = (listener: () => void): (() => void) => {
    this.#keptListeners.add(listener)
    return () => this.#keptListeners.delete(listener)
  }

  /**
   * Replaces the queue with the database's content, except for changes made during the read. An unreadable database
   * counts as empty.
   */
  async read(): Promise<void> {
    const changes: ChangesDuringRead = { keys: new Set(), isPlanChanged: false }
    this.#reads.add(changes)
    try {
      const read = await this.#database?.read()
      if (read) this.#replace(read, changes)
    } catch {
      this.flag({ isKept: false })
    }
    this.#reads.delete(changes)
    this.flag({ isRead: true })
  }

  get plan(): QueuePlan {
    return this.#plan
  }

  get(key: string): QueueEntry | undefined {
    return this.#entries.get(key)
  }

  entries(): readonly QueueEntry[] {
    return [...this.#entries.values()]
  }

  isAbsent(key: string): boolean {
    return this.#absent.has(key)
  }

  add(added: readonly { readonly entry: QueueEntry; readonly place: Place }[]): void {
    for (const { entry, place } of added) {
      this.#entries.set(entry.key, entry)
      this.files.put(entry.key, place)
      this.#absent.delete(entry.key)
    }
    this.change(added.map(({ entry }) => entry))
  }

  /**
   * Updates entries. An entry removed in the meantime stays removed, because the caller may have waited for a response.
   */
  change(changed: readonly QueueEntry[]): void {
    const entries = changed.filter(({ key }) => this.#entries.has(key))
    for (const entry of entries) {
      this.#entries.set(entry.key, entry)
      if (entry.state.is !== 'waiting') this.#forgetWay(entry.key)
    }
    this.#noteChanges(entries.map(({ key }) => key))
    const kept = entries.map((entry): StoredEntry => ({ entry, handle: this.files.handleOf(entry.key) }))
    this.#keep((database) => database.write(kept))
    this.#show()
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) {
      this.#entries.delete(key)
      this.#absent.delete(key)
      this.#forgetWay(key)
      this.files.drop(key)
    }
    this.#noteChanges(keys)
    this.#keep((database) => database.remove(keys))
    this.#show()
  }

  changePlan(changed: Partial<QueuePlan>): void {
    this.#plan = { ...this.#plan, ...changed }
    const plan = this.#plan
    for (const read of this.#reads) read.isPlanChanged = true
    this.#keep((database) => database.writePlan(plan))
    this.#show()
  }

  advance(key: string, bytes: number): void {
    this.#sent.set(key, bytes)
    this.#troubles.delete(key)
    this.#show()
  }

  trouble(key: string, why: string | null): void {
    if (why === null) this.#troubles.delete(key)
    else this.#troubles.set(key, why)
    this.#show()
  }

  isMissing(key: string, isMissing: boolean): void {
    if (isMissing) this.#absent.add(key)
    else this.#absent.delete(key)
    this.#forgetWay(key)
    this.#show()
  }

  flag(flags: Partial<Flags>): void {
    this.#flags = { ...this.#flags, ...flags }
    this.#show()
  }

  close(): void {
    this.#listeners.clear()
    this.#keptListeners.clear()
    this.#database?.close()
  }

  /** Updates the view immediately: a delayed field would lose the letters of a fast typist. */
  showNow(): void {
    this.#isDue = false
    this.#view = this.#picture()
    for (const listener of this.#listeners) listener()
  }

  #replace(
    { kept, plan }: Awaited<ReturnType<QueueDatabase['read']>>,
    { keys: changed, isPlanChanged }: ChangesDuringRead,
  ): void {
    const before = new Map(this.#entries)
    this.#entries.clear()
    for (const { entry, handle } of kept) {
      const { key } = entry
      if (changed.has(key) && !before.has(key)) continue
      this.#entries.set(key, entry)
      if (handle && !this.files.handleOf(key)) this.files.put(key, { file: null, handle })
    }
    for (const [key, entry] of before) if (changed.has(key)) this.#entries.set(key, entry)
    if (plan && !isPlanChanged) this.#plan = { ...plan, leftOut: plan.leftOut ?? [] }
  }

  #noteChanges(keys: readonly string[]): void {
    for (const read of this.#reads) for (const key of keys) read.keys.add(key)
  }

  #forgetWay(key: string): void {
    this.#sent.delete(key)
    this.#troubles.delete(key)
  }

  /** An entry that cannot be stored stays in memory, and the screen warns the user. */
  #keep(work: (database: QueueDatabase) => Promise<void>): void {
    if (!this.#database) return
    try {
      void work(this.#database).catch(() => this.flag({ isKept: false }))
    } catch {
      this.flag({ isKept: false })
    }
    for (const listener of this.#keptListeners) listener()
  }

  #show(): void {
    if (this.#isDue) return
    this.#isDue = true
    const isCalm = this.#sent.size === 0
    setTimeout(() => this.#isDue && this.showNow(), isCalm ? 0 : PICTURE_MS)
  }

  #picture(): QueueView {
    return {
      ...this.#flags,
      entries: this.entries(),
      plan: this.#plan,
      sent: new Map(this.#sent),
      troubles: new Map(this.#troubles),
      absent: new Set(this.#absent),
    }
  }
}
