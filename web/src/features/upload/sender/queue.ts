import { saveFilesInTab, readFilesInTab } from '../../../lib/tab-memory.ts'
import { fileProblem } from '../facts/file-checks.ts'
import type { ChosenFile } from './local-files.ts'
import { isDoubtful, matchFiles, resizedNames, type InspectedFile } from './match-files.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { factsOf, isUnfinished, refusedOf, type QueueEntry } from './queue-entry.ts'
import { QueueSending } from './queue-sending.ts'
import type { QueueStore } from './queue-store.ts'
import { holdQueue, openQueueNews } from './queue-tabs.ts'
import { DuplicateSearch } from './duplicate-search.ts'

type Options = {
  readonly username: string
  /** Of being signed in: in another one nothing more of this queue is sent. */
  readonly period: number
  readonly store: QueueStore
  /** The server has forgotten unfinished uploads of this queue. */
  readonly onTakenBack: () => void
}

/** What was made of a choice of files. */
export type Addition = {
  readonly added: number
  readonly problems: readonly string[]
  readonly repeated: readonly string[]
  /** What is known only once files have been read: names of those that have changed since their upload began. */
  readonly changed: Promise<readonly string[]>
}

/** One person's queue in this tab: what they do with it. */
export class Queue {
  readonly store: QueueStore
  /** Which of its files are here already. */
  readonly twins: DuplicateSearch
  readonly #username: string
  readonly #onTakenBack: () => void
  readonly #sending: QueueSending
  readonly #closing = new AbortController()
  readonly #news: ReturnType<typeof openQueueNews>
  #isBehind = false
  #isFollowing = false

  constructor({ username, period, store, onTakenBack }: Options) {
    this.store = store
    this.#onTakenBack = onTakenBack
    this.#username = username
    const until = this.#closing.signal
    this.twins = new DuplicateSearch({ store, period, until })
    this.#sending = new QueueSending({ store, period, until, hash: this.twins.hash })
    this.#news = openQueueNews(username, () => void this.#follow())
  }

  /** Brings back what was kept, and goes on with it where no other tab does. */
  async open(): Promise<void> {
    await this.store.read()
    const untell = this.store.subscribeKept(() => !this.store.view().isElsewhere && this.#news.tell())
    this.#closing.signal.addEventListener('abort', untell)
    void holdQueue({
      username: this.#username,
      until: this.#closing.signal,
      onElsewhere: () => this.store.flag({ isElsewhere: true }),
      onHeld: () => void this.#takeOver(),
    })
  }

  /** Adds files, or gives back to entries those that were asked for again. */
  add(chosen: readonly ChosenFile[], mostBytes: number): Addition {
    const problems = chosen.flatMap(({ file }) => fileProblem(file, mostBytes) ?? [])
    const good = chosen.filter(({ file }) => fileProblem(file, mostBytes) === null)
    const isToHash = (chosen: ChosenFile) => isDoubtful(chosen, this.store.view())
    const resized = resizedNames(good, this.store.view())
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
   * Adds files of which only their hash tells whether they are those that were asked for again; the names of those that are
   * asked for still.
   */
  async #addHashed(doubtful: readonly ChosenFile[]): Promise<readonly string[]> {
    const { signal } = this.#closing
    const changed: string[] = []
    for (const chosen of doubtful) {
      // One after the other: each is read from the disk.
      // oxlint-disable-next-line no-await-in-loop
      const sha256 = await this.twins.hash(chosen.file, signal).catch(() => null)
      if (signal.aborted) break
      const { name, size } = chosen.file
      this.#place([{ ...chosen, sha256 }])
      const isAsked = this.store
        .entries()
        .some((entry) => entry.name === name && entry.size === size && this.store.isAbsent(entry.key))
      if (isAsked) changed.push(name)
    }
    return changed
  }

  #place(good: readonly InspectedFile[]): Omit<Addition, 'problems' | 'changed'> {
    const entries = this.store.entries()
    const absent = new Set(entries.map(({ key }) => key).filter((key) => this.store.isAbsent(key)))
    const { found, fresh, repeated } = matchFiles<InspectedFile>(good, { entries, absent })
    this.store.add([
      ...found.map(({ entry, chosen: place }) => ({
        entry: { ...entry, lastModified: place.file.lastModified },
        place,
      })),
      ...fresh.map((place) => ({ entry: newEntry(place), place })),
    ])
    const names = new Set(good.map(({ file }) => file.name))
    const { leftOut } = this.store.plan
    if (leftOut.some(({ name }) => names.has(name)))
      this.store.changePlan({ leftOut: leftOut.filter(({ name }) => !names.has(name)) })
    this.#keepInTab()
    this.#sending.goOn()
    return { added: found.length + fresh.length, repeated: repeated.map(({ file }) => file.name) }
  }

  remove(keys: readonly string[]): void {
    const ended = keys.flatMap((key) => this.#sending.takeBack(key) ?? [])
    // Of many at once it is told once.
    if (ended.length > 0) void Promise.all(ended).then(() => this.#onTakenBack())
    const refused = refusedOf(keys.flatMap((key) => this.store.get(key) ?? []))
    this.store.remove(keys)
    if (refused.length > 0) this.store.changePlan({ leftOut: [...this.store.plan.leftOut, ...refused] })
    this.#keepInTab()
  }

  /** What is said of all files that have nothing of their own. */
  changeFields(changed: Partial<QueueFields>): void {
    this.store.changePlan({ fields: { ...this.store.plan.fields, ...changed } })
    this.store.showNow()
  }

  /** What is said of these files alone; what has begun keeps what it began with. */
  changeFacts(facts: ReadonlyMap<string, Partial<QueueFields>>): void {
    const changed = [...facts].flatMap(([key, said]) => {
      const entry = this.store.get(key)
      return entry && entry.uploadId === null ? { ...entry, facts: { ...entry.facts, ...said } } : []
    })
    this.store.change(changed)
    this.store.showNow()
  }

  /** These files have nothing of their own any more. */
  forgetFacts(keys: readonly string[]): void {
    const entries = keys.flatMap((key) => this.store.get(key) ?? [])
    this.store.change(
      entries.filter(({ state }) => state.is === 'chosen').map((entry) => ({ ...entry, facts: {} })),
    )
  }

  /** Sends all that is chosen, each with what is said of it now. */
  send(): void {
    const { fields } = this.store.plan
    const chosen = this.store.entries().filter(({ state }) => state.is === 'chosen')
    this.store.change(
      chosen.map((entry) => ({
        ...entry,
        // What is said of all later is not said of these.
        facts: { owner: null, relationTypeId: null, ...factsOf(entry, fields) },
        state: { is: 'waiting' },
      })),
    )
    this.store.changePlan({ isGoing: true })
    this.#sending.goOn()
  }

  pause(): void {
    this.store.changePlan({ isGoing: false })
    this.#sending.stop()
  }

  resume(): void {
    this.store.changePlan({ isGoing: true })
    this.#sending.goOn()
  }

  /** Tries what was refused once more, as a new upload. */
  retry(keys: readonly string[]): void {
    const refused = keys.flatMap((key) => this.store.get(key) ?? [])
    const again = refused.map((entry) => ({ entry, place: this.store.files.placeOf(entry.key) }))
    this.store.remove(keys)
    this.store.add(
      again.map(({ entry, place }) => ({
        // The file may be another one by now.
        entry: { ...entry, key: crypto.randomUUID(), uploadId: null, sha256: null, state: { is: 'chosen' } },
        place,
      })),
    )
    void this.#findAbsent()
  }

  /** Asks for the files behind handles; to be called while somebody presses something. */
  async allowFiles(): Promise<void> {
    await this.store.files.askFor([...this.store.view().absent])
    await this.#findAbsent()
    this.#sending.goOn()
  }

  /** Forgets all of it: it has been stored, or given up. */
  clear(): void {
    this.#sending.stop()
    this.remove(this.store.entries().map(({ key }) => key))
    this.store.changePlan({ batch: crypto.randomUUID(), isGoing: false, leftOut: [] })
    // Whoever goes on to the next batch must not see the navigation before this.
    this.store.showNow()
  }

  close(): void {
    this.#sending.stop()
    this.#closing.abort()
    this.#news.close()
    this.store.close()
  }

  async #takeOver(): Promise<void> {
    await this.store.read()
    this.store.flag({ isElsewhere: false })
    const absent = await this.#findAbsent()
    const { found } = matchFiles(inTab(this.#username), { entries: this.store.entries(), absent })
    this.store.add(found.map(({ entry, chosen: place }) => ({ entry, place })))
    await this.#sending.reconcile()
    this.#sending.goOn()
  }

  /** What another tab changes while this one reads is read after it. */
  async #follow(): Promise<void> {
    this.#isBehind = true
    if (this.#isFollowing) return
    this.#isFollowing = true
    while (this.#isBehind && this.store.view().isElsewhere) {
      this.#isBehind = false
      // One after the other is the point of it.
      // oxlint-disable-next-line no-await-in-loop
      await this.store.read()
    }
    this.#isFollowing = false
  }

  async #findAbsent(): Promise<ReadonlySet<string>> {
    const absent = new Set<string>()
    for (const { key } of this.store.entries().filter(isUnfinished)) {
      // Each asks the browser alone, and takes no time.
      // oxlint-disable-next-line no-await-in-loop
      const isAbsent = !(await this.store.files.isAtHand(key))
      this.store.isMissing(key, isAbsent)
      if (isAbsent) absent.add(key)
    }
    return absent
  }

  /** For the next sign-in in this page: the files themselves nobody else keeps. */
  #keepInTab(): void {
    saveFilesInTab(placeOf(this.#username), this.store.files.all())
  }
}

function placeOf(username: string) {
  return { username, name: 'queue' }
}

function inTab(username: string): readonly ChosenFile[] {
  return readFilesInTab(placeOf(username)).map((file) => ({ file, handle: null, folder: '' }))
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
