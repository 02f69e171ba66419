import { UPLOADS_AT_ONCE } from '@portal/contract/limits.ts'
import type { Upload } from '@portal/contract/files/files.ts'
import type { PortalConnection } from '../sender/portal-connection.ts'
import type { Batch, BatchEntry, UploadState, UploadFailure } from '../facts/upload-batch.ts'

/** All bytes were sent when the connection failed: the browser cannot know whether they arrived. */
export const OUTCOME_UNKNOWN =
  'The connection was lost before the answer came. Please check in Documents whether this file is stored before you send it again.'

export type BatchSender<F> = {
  /** Sends one file; `onProgress` receives 0 to 1. Rejects with the failure, or when `signal` aborts. */
  readonly send: (file: F, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Upload | null>
  readonly failureOf: (failure: unknown) => UploadFailure
  /** The signal that aborts when the file is removed from the list. */
  readonly signalOf: (id: number) => AbortSignal
  /** When it aborts, files that are not fully sent return to the state `chosen`. */
  readonly stop: AbortSignal
  readonly connection: PortalConnection
  readonly onMove: (id: number, uploadState: UploadState) => void
}

/** Tries once. Returns true if the file must be sent again because the connection failed before all bytes were sent. */
async function tryOnce<F>({ id, file }: BatchEntry<F>, sender: BatchSender<F>): Promise<boolean> {
  const taken = sender.signalOf(id)
  const halting = new AbortController()
  let share = 0
  const advance = (progress: number) => {
    share = progress
    sender.onMove(id, { state: 'sending', progress })
  }
  // A fully sent file may already be stored: only its response can say. Sending it again would store it twice.
  const halt = () => share < 1 && halting.abort()
  sender.stop.addEventListener('abort', halt)
  advance(0)
  try {
    const signal = AbortSignal.any([taken, halting.signal])
    sender.onMove(id, { state: 'stored', upload: await sender.send(file, advance, signal) })
  } catch (failure) {
    if (taken.aborted) return false
    if (halting.signal.aborted) {
      sender.onMove(id, { state: 'chosen' })
      return false
    }
    const wasCut = await sender.connection.hasCut(failure)
    if (wasCut && share < 1) {
      sender.onMove(id, { state: 'waiting' })
      return true
    }
    sender.onMove(id, {
      state: 'failed',
      ...(wasCut ? { reason: OUTCOME_UNKNOWN } : sender.failureOf(failure)),
    })
  } finally {
    sender.stop.removeEventListener('abort', halt)
  }
  return false
}

async function sendOne<F>(entry: BatchEntry<F>, sender: BatchSender<F>): Promise<void> {
  const signal = sender.signalOf(entry.id)
  do {
    const restored = sender.stop.aborted ? null : sender.connection.restored(signal)
    if (restored) await restored
    if (signal.aborted) return
    if (sender.stop.aborted) {
      sender.onMove(entry.id, { state: 'chosen' })
      return
    }
  } while (await tryOnce(entry, sender))
}

/**
 * Sends the files in order, three at a time. Resolves when each is stored, failed, removed or canceled by `stop`. Files
 * wait while the portal is unreachable. Never rejects.
 */
export async function sendBatch<F>(batch: Batch<F>, sender: BatchSender<F>): Promise<void> {
  for (const { id } of batch) sender.onMove(id, { state: 'waiting' })
  const queue = batch.values()
  const lane = async (): Promise<void> => {
    for (const entry of queue) await sendOne(entry, sender)
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
}
