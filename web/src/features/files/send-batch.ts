import { UPLOADS_AT_ONCE } from '@portal/contract/limits.ts'
import type { Upload } from '@portal/contract/files.ts'
import type { PortalConnection } from './portal-connection.ts'
import type { Batch, BatchEntry, Standing, UploadFailure } from './upload-batch.ts'

/** The bytes had all left when the connection was lost: nobody here can tell whether they arrived. */
export const OUTCOME_UNKNOWN =
  'The connection was lost before the answer came. Please look in Documents whether this file is stored before you send it again.'

export type Sending<F> = {
  /** Sends one file; `onProgress` gets 0 to 1. Rejects with the failure, or because of `signal`. */
  readonly send: (file: F, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Upload | null>
  readonly failureOf: (failure: unknown) => UploadFailure
  /** The signal that goes off when the file is taken off the list. */
  readonly signalOf: (id: number) => AbortSignal
  /** What has not left whole when it goes off is chosen again, as before. */
  readonly stop: AbortSignal
  readonly connection: PortalConnection
  readonly onMove: (id: number, standing: Standing) => void
}

/** One try; answers whether the file has to go again, because the connection failed before all of it had left. */
async function tryOnce<F>({ id, file }: BatchEntry<F>, sending: Sending<F>): Promise<boolean> {
  const taken = sending.signalOf(id)
  const halting = new AbortController()
  let share = 0
  const advance = (progress: number) => {
    share = progress
    sending.onMove(id, { state: 'sending', progress })
  }
  // What has left whole may be stored already: only its answer tells, and chosen again it would go twice.
  const halt = () => share < 1 && halting.abort()
  sending.stop.addEventListener('abort', halt)
  advance(0)
  try {
    const signal = AbortSignal.any([taken, halting.signal])
    sending.onMove(id, { state: 'stored', upload: await sending.send(file, advance, signal) })
  } catch (failure) {
    if (taken.aborted) return false
    if (halting.signal.aborted) {
      sending.onMove(id, { state: 'chosen' })
      return false
    }
    const wasCut = await sending.connection.hasCut(failure)
    if (wasCut && share < 1) {
      sending.onMove(id, { state: 'waiting' })
      return true
    }
    sending.onMove(id, {
      state: 'failed',
      ...(wasCut ? { reason: OUTCOME_UNKNOWN } : sending.failureOf(failure)),
    })
  } finally {
    sending.stop.removeEventListener('abort', halt)
  }
  return false
}

async function sendOne<F>(entry: BatchEntry<F>, sending: Sending<F>): Promise<void> {
  const signal = sending.signalOf(entry.id)
  do {
    const restored = sending.stop.aborted ? null : sending.connection.restored(signal)
    if (restored) await restored
    if (signal.aborted) return
    if (sending.stop.aborted) {
      sending.onMove(entry.id, { state: 'chosen' })
      return
    }
  } while (await tryOnce(entry, sending))
}

/**
 * Sends the files in their order, three at once; settles when each is stored, failed, taken off or given up with
 * `stop`. While the portal cannot be reached they wait. Never rejects.
 */
export async function sendBatch<F>(batch: Batch<F>, sending: Sending<F>): Promise<void> {
  for (const { id } of batch) sending.onMove(id, { state: 'waiting' })
  const queue = batch.values()
  const lane = async (): Promise<void> => {
    for (const entry of queue) await sendOne(entry, sending)
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
}
