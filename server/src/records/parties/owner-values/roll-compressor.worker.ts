import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { createRollCompressor } from './roll-compressor.ts'
import type { FromWorker, ToWorker } from './roll-compressor-thread.ts'

/** Compresses incoming chunks, and replies to each. */
function compressFor(port: MessagePort, bytes: number): void {
  const compressor = createRollCompressor(bytes)
  const answer = async (piece: ToWorker): Promise<FromWorker> => {
    if (piece === null) return compressor.end()
    await compressor.add(piece)
    return null
  }
  // Strictly in order, because the text is one stream.
  const inTurn = async (before: Promise<void>, piece: ToWorker) => {
    await before
    const answered = await answer(piece)
    port.postMessage(answered, answered ? [wholeBufferOf(answered.columns)] : [])
  }
  let last = Promise.resolve()
  port.on('message', (piece: ToWorker) => {
    last = inTurn(last, piece)
  })
}

/** Transferred instead of copied, so that a large roll is in memory only once. */
function wholeBufferOf({ buffer, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer
  throw new Error('The bytes of a roll share their memory with others.')
}

if (parentPort) compressFor(parentPort, Number(workerData))
