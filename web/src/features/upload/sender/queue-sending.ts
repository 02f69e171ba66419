import { OFFSET_MISMATCH, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { UPLOAD_INCOMPLETE } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'
import { now } from '../../../lib/clock.ts'
import { currentPeriod } from '../../../lib/signed-out.ts'
import { openPortalConnection, type PortalConnection } from './portal-connection.ts'
import { toFormFields } from '../facts/upload-fields.ts'
import { FileGone } from './local-files.ts'
import { LineSpeed } from './line-speed.ts'
import { toOwnerFields, type QueueFields } from '../facts/owner-facts.ts'
import { factsOf, type QueueEntry } from './queue-entry.ts'
import { QueueReconciler } from './queue-reconciler.ts'
import type { QueueStore } from './queue-store.ts'
import { RequestSize } from './request-size.ts'
import { sendByForm } from './send-by-form.ts'
import { endByTus, sendByTus } from './send-by-tus.ts'
import { sendEntry, type EntrySender } from './send-entry.ts'
import { fetchUploadStatus } from './fetch-upload-status.ts'
import type { HashFile } from '../hashing/file-hasher.ts'

/** The server's codes for a request that broke off, or that the browser repeated by itself. */
const BROKEN = new Set<string>([UPLOAD_INCOMPLETE.code, TAKEN_OVER.code, OFFSET_MISMATCH.code])

/** Bytes. A larger file is sent by the resumable calls, so that a failure costs a part of it only. */
const MAX_FORM_BYTES = 1_000_000

type Options = {
  readonly store: QueueStore
  readonly period: number
  readonly until: AbortSignal
  readonly hash: HashFile
}

/** Sends the waiting files, several in parallel, until none is waiting. */
export class QueueSending {
  readonly #store: QueueStore
  readonly #period: number
  readonly #speed = new LineSpeed()
  readonly #requestSize = new RequestSize()
  readonly #underWay = new Map<string, AbortController>()
  readonly #reconciler: QueueReconciler
  readonly #until: AbortSignal
  readonly #hash: HashFile
  /** Keys of files whose form failed: the resumable calls send them, in parts that fit the connection. */
  readonly #failedForms = new Set<string>()
  /** True after the session ended: the next sign-in, by anyone, gets its own queue. */
  #isSignedOut = false
  #connection: PortalConnection

  constructor({ store, period, until, hash }: Options) {
    this.#hash = hash
    this.#period = period
    this.#store = store
    this.#until = until
    this.#reconciler = new QueueReconciler({ store, period, until })
    this.#connection = openPortalConnection({
      stop: until,
      onChange: (isOffline) => {
        this.#speed.reset()
        store.flag({ isOffline })
      },
    })
  }

  /** Fetches the server's status of files that an earlier page may have started, so that nothing is sent twice. */
  reconcile(): Promise<void> {
    return this.#reconciler.reconcile()
  }

  /** Starts as many waiting files as the connection can carry. */
  sendWaiting(): void {
    if (!this.#mayGo()) return
    const room = this.#speed.atOnce(now().getTime()) - this.#underWay.size
    const next = this.#store
      .entries()
      .filter(
        ({ key, state }) => state.is === 'waiting' && !this.#underWay.has(key) && !this.#store.isAbsent(key),
      )
    for (const { key } of next.slice(0, Math.max(room, 0))) void this.#send(key)
    if (next.length === 0 && this.#underWay.size === 0) void this.#reconciler.learnOfStored()
  }

  /** Interrupts all files in progress; received bytes stay on the server. */
  stop(): void {
    for (const each of this.#underWay.values()) each.abort()
    this.#speed.reset()
    this.#store.flag({ rate: null })
  }

  /**
   * Cancels one upload: the server may discard its bytes. Resolves after the server's response; null if the server has
   * none of it.
   */
  takeBack(key: string): Promise<void> | null {
    this.#underWay.get(key)?.abort()
    const entry = this.#store.get(key)
    if (!entry?.uploadId || entry.state.is === 'stored') return null
    // If this request fails, the received bytes expire on the server.
    return endByTus(entry.uploadId, this.#period).catch(() => {})
  }

  #mayGo(): boolean {
    const { plan } = this.#store
    const isMine = !this.#store.view().isElsewhere && !this.#until.aborted
    return plan.isGoing && isMine && !this.#isSignedOut
  }

  async #send(key: string): Promise<void> {
    const taken = new AbortController()
    this.#underWay.set(key, taken)
    const signal = AbortSignal.any([taken.signal, this.#until])
    const end = await sendEntry({ key, isUnsure: this.#reconciler.isUnsure(key), signal }, this.#sender())
    this.#underWay.delete(key)
    // After an interruption the server may have more bytes than recorded here.
    this.#reconciler.setUnsure(key, end !== 'settled')
    // A 401 from the same user's earlier session does not stop the queue.
    if (end === 'signed out' && currentPeriod() !== this.#period) {
      this.#isSignedOut = true
      this.stop()
      return
    }
    this.sendWaiting()
  }

  #sender(): EntrySender {
    const store = this.#store
    return {
      attempt: (entry, signal) => this.#attempt(entry, signal),
      ask: async (key, signal) =>
        (await fetchUploadStatus([key], { period: this.#period, signal })).get(key) ?? null,
      connection: this.#connection,
      pause,
      chance: () => Math.random(),
      latest: (key) => store.get(key),
      change: (entry) => store.change([entry]),
      onTrouble: (key, why) => store.trouble(key, why),
    }
  }

  async #attempt(waiting: QueueEntry, signal: AbortSignal): Promise<number | null> {
    const store = this.#store
    const file = await this.#fileOf(waiting)
    const entry = await this.#withHash(waiting, { file, signal })
    let before: number | null = null
    const request = {
      file,
      metadata: metadataOf(entry, factsOf(entry, store.plan.fields)),
      period: this.#period,
      signal,
      onProgress: (bytes: number) => {
        // The first report may count bytes that arrived earlier.
        const left = before === null ? 0 : Math.max(bytes - before, 0)
        before = bytes
        this.#noteProgress(entry, { bytes, left })
      },
    }
    if (entry.uploadId === null && file.size <= MAX_FORM_BYTES && !this.#failedForms.has(entry.key)) {
      const fileId = sendByForm(request)
      fileId.catch(() => this.#failedForms.add(entry.key))
      return fileId
    }
    const sending = sendByTus({
      ...request,
      uploadId: entry.uploadId,
      requestBytes: () => this.#requestSize.of(file.size),
      onAccepted: (bytes) => this.#requestSize.note(bytes),
      onConnectionEnded: () => this.#requestSize.connectionEnded(),
      onBegun: (uploadId) => {
        const latest = store.get(entry.key)
        if (latest && latest.uploadId !== uploadId) store.change([{ ...latest, uploadId }])
      },
    })
    sending.catch((failure: unknown) => {
      if (!signal.aborted && isOfLine(failure)) this.#requestSize.failed()
    })
    return sending
  }

  /**
   * Declares the hash when the upload starts, so that the server rejects a file whose halves do not belong together.
   */
  async #withHash(
    entry: QueueEntry,
    { file, signal }: { readonly file: File; readonly signal: AbortSignal },
  ): Promise<QueueEntry> {
    if (entry.uploadId !== null || entry.sha256 !== null) return entry
    const sha256 = await this.#hash(file, signal)
    const latest = this.#store.get(entry.key) ?? entry
    const hashed = { ...latest, sha256 }
    if (sha256 !== null) this.#store.change([hashed])
    return hashed
  }

  async #fileOf(entry: QueueEntry): Promise<File> {
    try {
      return await this.#store.files.read(entry)
    } catch (error) {
      if (error instanceof FileGone) {
        this.#store.isMissing(entry.key, true)
        this.#underWay.get(entry.key)?.abort()
      }
      throw error
    }
  }

  #noteProgress(
    { key, size }: QueueEntry,
    { bytes, left }: { readonly bytes: number; readonly left: number },
  ): void {
    const at = now().getTime()
    this.#speed.note({ at, bytes: left, size })
    this.#store.advance(key, bytes)
    this.#store.flag({ rate: this.#speed.rate(at) })
  }
}

/** The metadata sent when a file's upload starts. */
function metadataOf({ name, key, sha256 }: QueueEntry, fields: QueueFields): Record<string, string> {
  return {
    filename: name,
    senderKey: key,
    ...(sha256 !== null && { sha256 }),
    ...toFormFields(fields),
    ...toOwnerFields(fields),
  }
}

/**
 * Whether a request failed because of the connection. Any other rejection by the server means that the request arrived.
 */
function isOfLine(failure: unknown): boolean {
  return !(failure instanceof CallError) || !failure.fromServer || BROKEN.has(failure.code ?? '')
}

function pause(milliseconds: number, until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => resolve()
  until.addEventListener('abort', end)
  if (until.aborted) end()
  return promise.finally(() => {
    clearTimeout(timer)
    until.removeEventListener('abort', end)
  })
}
