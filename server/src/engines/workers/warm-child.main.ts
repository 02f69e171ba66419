import { once } from 'node:events'
import { readSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { BYTES_PIPE, RESULT_PIPE, type WatchLimits } from './child-pipes.ts'
import { bytesInMemory, bytesInParts } from './file-bytes.ts'
import { frameOf, readFrames } from './frames.ts'
import type { OpenedFile, WarmModule } from './warm-task.ts'

type Message = {
  readonly open: unknown
  readonly isOpen: boolean
  readonly question: unknown
  /** Of a file that comes in parts. Null for one whose bytes are beside the message. */
  readonly size: number | null
}

// The program of a child that answers several questions about several files, one after the other.
const [module = '', memoryBytes] = process.argv.slice(2)
const workerData: WatchLimits = { memoryBytes: Number(memoryBytes), cpuMs: Infinity }
await once(new Worker(new URL('./child.watch.ts', import.meta.url), { workerData }), 'message')
const { open } = (await import(module)) as WarmModule
await answerAll(open)
process.exit(0)

/** Keeps one file open at a time. */
async function answerAll(openFile: WarmModule['open']): Promise<void> {
  let file: Promise<OpenedFile> | null = null
  for await (const { json, bytes } of readFrames(process.stdin, { jsonBytes: Infinity, bytes: Infinity })) {
    const message = JSON.parse(json) as Message
    try {
      if (!message.isOpen) {
        await file?.then(closeFile, () => {})
        // A failure stays, so that each question about the file gets it.
        const source = message.size === null ? bytesInMemory(bytes) : bytesInParts(message.size, readPart)
        file = openFile(source, message.open)
      }
      const answer = await (await file)?.answer(message.question)
      send({ result: answer?.result ?? null }, answer?.bytes)
    } catch (error) {
      const { reason } = error as { reason?: unknown }
      const isNamed = typeof reason === 'string'
      // After another error the libraries may be in any state.
      send({ refusal: isNamed ? reason : 'damaged', why: String(error), isBroken: !isNamed })
    }
  }
}

/** Asks the parent for a part and waits for it, because the libraries cannot wait otherwise. */
function readPart(start: number, end: number): Buffer {
  send({ start, end })
  const part = Buffer.alloc(end - start)
  for (let at = 0; at < part.length;) {
    const count = readSync(BYTES_PIPE, part, at, part.length - at, null)
    // The parent is gone. The watch ends this process.
    if (count === 0) throw new Error('The file has no more bytes.')
    at += count
  }
  return part
}

function closeFile(file: OpenedFile): void {
  file.close()
}

function send(message: unknown, bytes?: Uint8Array): void {
  for (const part of frameOf(message, bytes)) writeAll(part)
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(RESULT_PIPE, bytes, at)
  }
}
