import { setTimeout as pause } from 'node:timers/promises'
import type { PersonContext } from '../access/context.ts'
import { deleteStaged } from '../stored-files/bytes/stored-objects.repository.ts'
import {
  hasPlace,
  IN_HAND_SECONDS,
  releaseUpload,
  recordUpload,
  renewUpload,
} from '../stored-files/bytes/staged-uploads.repository.ts'
import type { IntakeWorld } from './context.ts'
import { tooManyAtOnce, type UploadSlot } from './upload-limiter.ts'
import { reserveQuota, type QuotaReservation } from './upload-quota.ts'

/** Frequent enough that a short database outage has no effect. */
const RENEW_EVERY_MS = (IN_HAND_SECONDS * 1000) / 2
/** The pause before the first check for a slot. Each later pause is twice as long, to spare the database. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000

type Granted = {
  readonly slot: UploadSlot
  readonly quota: QuotaReservation
  /** Aborted when the sender closes the connection. */
  readonly senderGone?: AbortSignal | undefined
}

type PermitRequest = Pick<Granted, 'senderGone'> & {
  /** The maximum size of the upload. */
  readonly bytes: number
  /** Aborted when a later request takes over the upload: it does not wait behind this one. */
  readonly takenOver?: AbortSignal
}

/**
 * Acquires a slot on this server and room in the caller's daily quota, before the bytes of an upload arrive.
 * @throws PortalError 429 and 503 with Retry-After; QuotaExceeded; the reason of `senderGone`.
 */
export async function acquireUploadPermit(
  context: PersonContext<IntakeWorld>,
  { bytes, senderGone, takenOver }: PermitRequest,
): Promise<UploadPermit> {
  const { person } = context.actor
  const ended = [senderGone, takenOver].filter((signal) => signal !== undefined)
  const slot = await context.uploadLimiter.take(person, AbortSignal.any(ended))
  try {
    const quota = await reserveQuota(context, { accountId: person.accountId }, bytes)
    return new UploadPermit(context, { slot, quota, senderGone })
  } catch (error) {
    slot.release()
    throw error
  }
}

/** The right to run one upload until it is released. The call that acquires it uses `await using`. */
export class UploadPermit implements QuotaReservation, AsyncDisposable {
  readonly #context: Pick<PersonContext, 'actor' | 'database' | 'log'>
  readonly #granted: Granted
  #key: string | null = null
  #renewing: NodeJS.Timeout | undefined

  constructor(context: Pick<PersonContext, 'actor' | 'database' | 'log'>, granted: Granted) {
    this.#context = context
    this.#granted = granted
  }

  /**
   * Records the upload, and resolves once it has a slot among its person's uploads on all servers.
   * @throws PortalError 429 when that takes too long, SenderGone, and the reason of `signal`.
   */
  async register(key: string, signal: AbortSignal): Promise<void> {
    const { actor, database } = this.#context
    const { slot, senderGone } = this.#granted
    this.#key = key
    this.#renewing = setInterval(() => void this.#renew(key), RENEW_EVERY_MS)
    const upload = { key, accountId: actor.person.accountId, share: slot.share }
    if (await recordUpload(database.kysely, upload)) return
    const ended = senderGone ? AbortSignal.any([signal, senderGone]) : signal
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (performance.now() + pauseMs > slot.waitsUntil) throw tooManyAtOnce()
      await pause(pauseMs, undefined, { signal: ended }).catch(() => ended.throwIfAborted())
      if (await hasPlace(database.kysely, upload)) return
    }
  }

  /** Deletes the record of an upload whose bytes are recorded elsewhere. */
  async unregister(): Promise<void> {
    if (this.#key !== null) await deleteStaged(this.#context.database.kysely, [this.#key])
    this.#key = null
  }

  /** Counts the stored bytes against the daily quota. If there are any, the upload's record stays with them. */
  async keepOnly(stored: number): Promise<void> {
    if (stored > 0) this.#key = null
    await this.#granted.quota.keepOnly(stored)
  }

  /** Frees the slots, and the quota if no byte was stored. Never fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewing)
    const released = this.#key === null ? undefined : this.#release(this.#key)
    this.#granted.slot.release()
    // A sender who is there does not wait for this, which is slow during a database outage. A stop does.
    if (this.#granted.senderGone?.aborted) await released
    await this.#granted.quota.keepOnly(0)
  }

  /** A failed renewal is retried in time; a record that is not renewed in time no longer counts. */
  async #renew(key: string): Promise<void> {
    const { database, log } = this.#context
    try {
      await renewUpload(database.kysely, key)
    } catch (error) {
      log.warn({ err: error }, 'An upload that goes on could not be renewed in the database.')
    }
  }

  /** Usually the record is already gone by then. If this fails, the record expires by itself. */
  async #release(key: string): Promise<void> {
    const { database, log } = this.#context
    try {
      await releaseUpload(database.kysely, key)
    } catch (error) {
      log.warn({ err: error }, 'Could not release the permit of a failed upload.')
    }
  }
}
