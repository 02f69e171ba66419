import { saveFilesInTab, readFilesInTab } from '../../../lib/tab-memory.ts'
import { FileAdding, type Addition } from './file-adding.ts'
import type { ChosenFile } from './local-files.ts'
import { matchFiles } from './match-files.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { factsOf, isUnfinished, refusedOf } from './queue-entry.ts'
import { QueueSending } from './queue-sending.ts'
import type { QueueStore } from './queue-store.ts'
import { holdQueue, openQueueNews } from './queue-tabs.ts'
import { DuplicateSearch } from './duplicate-search.ts'

type Options = {
  readonly username: string
  /** The sign-in period; nothing of this queue is sent in another one. */
  readonly period: number
  readonly store: QueueStore
  /** Called after the server has removed unfinished uploads of this queue. */
  readonly onTakenBack: () => void
}

/** One user's queue in this tab, with the user's actions on it. */
export class Queue {
  readonly store: QueueStore
  /** Finds which of its files are already on file. */
  readonly duplicates: DuplicateSearch
  readonly #username: string
  readonly #onTakenBack: () => void
  readonly #adding: FileAdding
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
    this.duplicates = new DuplicateSearch({ store, period, until })
    this.#sending = new QueueSending({ store, period, until, hash: this.duplicates.hash })
    this.#adding = new FileAdding({
      store,
      until,
      hash: this.duplicates.hash,
      onPlaced: () => {
        this.#keepInTab()
        this.#sending.sendWaiting()
      },
    })
    this.#news = openQueueNews(username, () => void this.#follow())
  }

  /** Restores the stored queue, and resumes it unless another tab is sending. */
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

  /** Adds files, or reattaches those that had to be chosen again to their entries. */
  add(chosen: readonly ChosenFile[], maxBytes: number): Addition {
    return this.#adding.add(chosen, maxBytes)
  }

  remove(keys: readonly string[]): void {
    const ended = keys.flatMap((key) => this.#sending.takeBack(key) ?? [])
    // One notification for all removed files.
    if (ended.length > 0) void Promise.all(ended).then(() => this.#onTakenBack())
    const refused = refusedOf(keys.flatMap((key) => this.store.get(key) ?? []))
    this.store.remove(keys)
    if (refused.length > 0) this.store.changePlan({ leftOut: [...this.store.plan.leftOut, ...refused] })
    this.#keepInTab()
  }

  /** Changes the fields for all files that have none of their own. */
  changeFields(changed: Partial<QueueFields>): void {
    this.store.changePlan({ fields: { ...this.store.plan.fields, ...changed } })
    this.store.showNow()
  }

  /** Changes the fields of these files only; a started upload keeps its fields. */
  changeFacts(facts: ReadonlyMap<string, Partial<QueueFields>>): void {
    const changed = [...facts].flatMap(([key, said]) => {
      const entry = this.store.get(key)
      return entry && entry.uploadId === null ? { ...entry, facts: { ...entry.facts, ...said } } : []
    })
    this.store.change(changed)
    this.store.showNow()
  }

  /** Clears the own fields of these files. */
  forgetFacts(keys: readonly string[]): void {
    const entries = keys.flatMap((key) => this.store.get(key) ?? [])
    this.store.change(
      entries.filter(({ state }) => state.is === 'chosen').map((entry) => ({ ...entry, facts: {} })),
    )
  }

  /** Sends all chosen files, each with its current fields. */
  send(): void {
    const { fields } = this.store.plan
    const chosen = this.store.entries().filter(({ state }) => state.is === 'chosen')
    this.store.change(
      chosen.map((entry) => ({
        ...entry,
        // Later changes to the fields for all do not apply to these files.
        facts: { owner: null, relationTypeId: null, typedOwner: '', ...factsOf(entry, fields) },
        state: { is: 'waiting' },
      })),
    )
    this.store.changePlan({ isGoing: true })
    this.#sending.sendWaiting()
  }

  pause(): void {
    this.store.changePlan({ isGoing: false })
    this.#sending.stop()
  }

  resume(): void {
    this.store.changePlan({ isGoing: true })
    this.#sending.sendWaiting()
  }

  /** Retries rejected files as new uploads. */
  retry(keys: readonly string[]): void {
    const refused = keys.flatMap((key) => this.store.get(key) ?? [])
    const again = refused.map((entry) => ({ entry, place: this.store.files.placeOf(entry.key) }))
    this.store.remove(keys)
    this.store.add(
      again.map(({ entry, place }) => ({
        // The file may have changed since.
        entry: { ...entry, key: crypto.randomUUID(), uploadId: null, sha256: null, state: { is: 'chosen' } },
        place,
      })),
    )
    void this.#findAbsent()
  }

  /** Requests permission for the files behind handles. Call it during a user action. */
  async allowFiles(): Promise<void> {
    await this.store.files.askFor([...this.store.view().absent])
    await this.#findAbsent()
    this.#sending.sendWaiting()
  }

  /** Empties the queue, after it was stored or discarded. */
  clear(): void {
    this.#sending.stop()
    this.remove(this.store.entries().map(({ key }) => key))
    this.store.changePlan({ batch: crypto.randomUUID(), isGoing: false, leftOut: [] })
    // Updates the view before navigation, so that the next batch starts from an empty queue.
    this.store.showNow()
  }

  /** Empties the queue and the fields for all files; only the county stays. */
  startFresh(): void {
    this.changeFields({
      typeId: null,
      categoryId: null,
      description: '',
      owner: null,
      relationTypeId: null,
      typedOwner: '',
    })
    this.clear()
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
    this.#sending.sendWaiting()
  }

  /** A change that another tab makes during a read triggers another read. */
  async #follow(): Promise<void> {
    this.#isBehind = true
    if (this.#isFollowing) return
    this.#isFollowing = true
    while (this.#isBehind && this.store.view().isElsewhere) {
      this.#isBehind = false
      // Reads must run one after another.
      // oxlint-disable-next-line no-await-in-loop
      await this.store.read()
    }
    this.#isFollowing = false
  }

  async #findAbsent(): Promise<ReadonlySet<string>> {
    const absent = new Set<string>()
    for (const { key } of this.store.entries().filter(isUnfinished)) {
      // Each check is a quick local call to the browser.
      // oxlint-disable-next-line no-await-in-loop
      const isAbsent = !(await this.store.files.isAtHand(key))
      this.store.isMissing(key, isAbsent)
      if (isAbsent) absent.add(key)
    }
    return absent
  }

  /** Keeps the files for the next sign-in on this page: nothing else holds them. */
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
