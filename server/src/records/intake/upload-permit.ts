import { setTimeout as pause } from 'node:timers/promises'
import type { PersonContext } from '../access/context.ts'
import {
  hasPlace,
  IN_HAND_SECONDS,
  releaseUpload,
  recordUpload,
  renewUpload,
  type CountedUpload,
} from '../stored-files/bytes/staged-uploads.repository.ts'
import { tooManyAtOnce, type UploadPermit } from './upload-limiter.ts'

/** Often enough that a database that is away for a moment changes nothing. */
const RENEW_EVERY_MS = (IN_HAND_SECONDS * 1000) / 2
/** Before the first look for a place; each pause after it is twice as long, for the sake of the database. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000

/**
 * Notes an upload, and resolves once it has a place among all that its person has in hand, on whichever server.
 * @throws PortalError 429 when that takes too long, SenderGone, and what `signal` was aborted with.
 */
export type AcquirePermit = (key: string, signal: AbortSignal) => Promise<void>

/**
 * Does `work` on one upload of the caller: the place that it takes counts until its document is recorded, or `work` fails.
 * @throws what `work` throws.
 */
export async function withUploadPermit<T>(
  context: PersonContext,
  { share, waitsUntil, senderGone }: UploadPermit,
  work: (acquirePermit: AcquirePermit) => Promise<T>,
): Promise<T> {
  const { accountId } = context.actor.person
  let taken: string | null = null
  let renewing: NodeJS.Timeout | undefined
  const acquirePermit: AcquirePermit = async (key, signal) => {
    taken = key
    renewing = setInterval(() => void renew(context, key), RENEW_EVERY_MS)
    const upload = { key, accountId, share }
    if (await recordUpload(context.database.kysely, upload)) return
    const ended = senderGone ? AbortSignal.any([signal, senderGone]) : signal
    await waitForPlace(context, upload, { waitsUntil, signal: ended })
  }
  try {
    return await work(acquirePermit)
  } catch (error) {
    // Whoever sent it does not wait for that: with the database away it takes long.
    if (taken !== null) void releasePlace(context, taken)
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function waitForPlace(
  { database }: PersonContext,
  upload: CountedUpload,
  { waitsUntil, signal }: { waitsUntil: number; signal: AbortSignal },
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (performance.now() + pauseMs > waitsUntil) throw tooManyAtOnce()
    await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    if (await hasPlace(database.kysely, upload)) return
  }
}

/** What fails is tried again in time; what cannot be said in time counts no more. */
async function renew({ database, log }: PersonContext, key: string): Promise<void> {
  try {
    await renewUpload(database.kysely, key)
  } catch (error) {
    log.warn({ err: error }, 'An upload that goes on could not be renewed in the database.')
  }
}

/** Mostly nothing is left of it by then. What fails stops to count by itself. */
async function releasePlace({ database, log }: PersonContext, key: string): Promise<void> {
  try {
    await releaseUpload(database.kysely, key)
  } catch (error) {
    log.warn({ err: error }, 'The place of a broken upload could not be given back at once.')
  }
}
