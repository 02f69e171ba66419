import { UPLOADS_AT_ONCE } from '@portal/contract/limits.ts'
import type { Upload } from '@portal/contract/files.ts'
import type { Batch, BatchEntry, Standing } from './upload-batch.ts'

export type Sending<F> = {
  /** Sends one file; `onProgress` gets 0 to 1. Rejects with the failure, or because of `signal`. */
  readonly send: (file: F, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Upload | null>
  readonly reasonOf: (failure: unknown) => string
  /** The signal that goes off when the file is taken off the list. */
  readonly signalOf: (id: number) => AbortSignal
  readonly onMove: (id: number, standing: Standing) => void
}

async function sendOne<F>({ id, file }: BatchEntry<F>, sending: Sending<F>): Promise<void> {
  const signal = sending.signalOf(id)
  if (signal.aborted) return
  sending.onMove(id, { state: 'sending', progress: 0 })
  try {
    const upload = await sending.send(
      file,
      (progress) => sending.onMove(id, { state: 'sending', progress }),
      signal,
    )
    sending.onMove(id, { state: 'stored', upload })
  } catch (failure) {
    if (signal.aborted) return
    sending.onMove(id, { state: 'failed', reason: sending.reasonOf(failure) })
  }
}

/** Sends the files in their order, three at once; settles when each is stored, failed or taken off. Never rejects. */
export async function sendBatch<F>(batch: Batch<F>, sending: Sending<F>): Promise<void> {
  for (const { id } of batch) sending.onMove(id, { state: 'waiting' })
  const queue = batch.values()
  const lane = async (): Promise<void> => {
    for (const entry of queue) await sendOne(entry, sending)
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
}
