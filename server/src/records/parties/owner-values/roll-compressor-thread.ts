import { Worker } from 'node:worker_threads'
import type { CompressedRoll, RollCompressor } from './roll-compressor.ts'

/** A chunk of the text; null marks its end. */
export type ToWorker = string | null
/** Null confirms a chunk, and the compressed roll answers the end. Buffers arrive as plain byte arrays. */
export type FromWorker = { readonly hash: Uint8Array; readonly columns: Uint8Array } | null

/**
 * Compresses in a separate thread, so that millions of rows do not block other calls. The caller must always close it.
 */
export function startRollCompressor(bytes: number): RollCompressor & { close(): Promise<unknown> } {
  const worker = new Worker(new URL('./roll-compressor.worker.ts', import.meta.url), { workerData: bytes })
  // A thread that dies sends no reply, so pending callers receive its error.
  const failed = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that compresses a roll has ended.')))
  })
  failed.catch(() => {})
  const answer = async (piece: ToWorker): Promise<FromWorker> => {
    const answered = new Promise<FromWorker>((resolve) => worker.once('message', resolve))
    worker.postMessage(piece, [])
    return Promise.race([answered, failed])
  }
  return {
    async add(piece) {
      await answer(piece)
    },
    async end(): Promise<CompressedRoll> {
      const roll = await answer(null)
      if (!roll) throw new Error('The thread that compresses a roll has answered out of turn.')
      return { hash: bufferOf(roll.hash), columns: bufferOf(roll.columns) }
    },
    close: () => worker.terminate(),
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
