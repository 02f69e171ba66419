import { StorageAway } from '../storage/storage.ts'
import { PlaceSilent, type BackupPlace, type BackupPlaces, type NewBackupPlace } from './place.ts'

/** How long one step of a place may take, in milliseconds: a disk may hang, or the server of a share may be down. */
export const STEP_TIMEOUT_MS = 300_000
/** Milliseconds that a step still has once the server stops. */
const LAST_MS = 5000

type Bounds = {
  readonly silenceMs: number
  /** Aborts when the server stops. */
  readonly ending?: AbortSignal
  readonly lastMs?: number
}

/** Wraps places with a timeout for each step. After the first timeout, they get no more calls. */
export class StepTimeout {
  readonly #bounds: Bounds
  readonly #givenUp = new AbortController()
  #waiting = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Whether an abandoned step has not returned yet; each one holds a thread of the process. */
  get isStuck(): boolean {
    return this.#givenUp.signal.aborted && this.#waiting > 0
  }

  with(places: BackupPlaces): BackupPlaces {
    return {
      open: async (location) => this.#place(await places.open(location)),
      make: async (location) => this.#newPlace(await this.#bound(location, () => places.make(location))),
      isTaken: (location) => this.#bound(location, () => places.isTaken(location)),
      namesIn: (location) => this.#bound(location, () => places.namesIn(location)),
      unfinishedIn: (location) => this.#bound(location, () => places.unfinishedIn(location)),
      real: (location) => this.#bound(location, () => places.real(location)),
      remove: (location) => this.#bound(location, () => places.remove(location)),
    }
  }

  #newPlace(place: NewBackupPlace): NewBackupPlace {
    return {
      ...this.#place(place),
      pathTo: (other) => place.pathTo(other),
      freeBytes: () => this.#bound(place.name, () => place.freeBytes()),
      finish: () => this.#bound(place.name, () => place.finish()),
      discard: () => this.#bound(place.name, () => place.discard()),
    }
  }

  #place(place: BackupPlace): BackupPlace {
    const bound = <T>(work: () => Promise<T>) => this.#bound(place.name, work)
    return {
      name: place.name,
      write: (file, bytes) => this.#write(place, file, bytes),
      read: (file) => this.#read(place, file),
      readAt: (file, offset, length) => bound(() => place.readAt(file, offset, length)),
      list: () => bound(() => place.list()),
      beside: (path) => this.#place(place.beside(path)),
      close: () => bound(() => place.close()),
    }
  }

  /** The time that the source of the bytes takes does not count. */
  async #write(place: BackupPlace, file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const clock = this.#clock(place.name)
    const read = { failure: undefined as unknown }
    const source = this.#watched(failureOf(bytes, read), clock)
    try {
      clock.start()
      await Promise.race([this.#counted(place.write(file, source)), clock.over])
    } catch (error) {
      // The documents may be in a bucket that is down, too.
      throw error === read.failure ? error : named(place.name, error)
    } finally {
      clock.stop()
    }
  }

  async *#watched(bytes: AsyncIterable<Buffer>, clock: Clock): AsyncGenerator<Buffer> {
    clock.stop()
    for await (const piece of bytes) {
      clock.start()
      yield piece
      // A write that resumes after its timeout must fail, because its caller no longer waits.
      this.#givenUp.signal.throwIfAborted()
      clock.stop()
    }
    clock.start()
  }

  async *#read(place: BackupPlace, file: string): AsyncGenerator<Buffer> {
    const pieces = place.read(file)[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await this.#bound(place.name, () => pieces.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      if (!this.#givenUp.signal.aborted) await pieces.return?.()
    }
  }

  async #bound<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#givenUp.signal.throwIfAborted()
    const clock = this.#clock(name)
    clock.start()
    try {
      return await Promise.race([this.#counted(work()), clock.over])
    } catch (error) {
      throw named(name, error)
    } finally {
      clock.stop()
    }
  }

  async #counted<T>(work: Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      return await work
    } finally {
      this.#waiting -= 1
    }
  }

  #clock(name: string): Clock {
    const { silenceMs, ending, lastMs = LAST_MS } = this.#bounds
    const { promise: over, reject } = Promise.withResolvers<never>()
    over.catch(() => undefined)
    let alarm: NodeJS.Timeout | undefined
    const giveUp = () => {
      const seconds = Math.round((ending?.aborted ? lastMs : silenceMs) / 1000)
      this.#givenUp.abort(new PlaceSilent(`${name} has not answered for ${seconds} seconds.`))
      reject(this.#givenUp.signal.reason)
    }
    const hurry = () => {
      clearTimeout(alarm)
      alarm = setTimeout(giveUp, Math.min(lastMs, silenceMs))
    }
    return {
      over,
      start() {
        clearTimeout(alarm)
        if (ending?.aborted) return hurry()
        alarm = setTimeout(giveUp, silenceMs)
        ending?.addEventListener('abort', hurry, { once: true })
      },
      stop() {
        clearTimeout(alarm)
        ending?.removeEventListener('abort', hurry)
      },
    }
  }
}

/** Passes the bytes on, and records their failure. */
async function* failureOf(bytes: AsyncIterable<Buffer>, read: { failure: unknown }): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    read.failure = error
    throw error
  }
}

/** A bucket's own error does not name the bucket. */
function named(name: string, error: unknown): unknown {
  if (!(error instanceof StorageAway)) return error
  return new PlaceSilent(`${name} cannot be used: ${error.message}`, { cause: error })
}

type Clock = { readonly over: Promise<never>; start(): void; stop(): void }
