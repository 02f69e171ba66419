import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { RESULT_PIPE, type WatchLimits } from './child-pipes.ts'
import { frameOf, readFrames } from './frames.ts'
import type { OpenedFile, WarmModule } from './warm-task.ts'

type Message = { readonly open: unknown; readonly isOpen: boolean; readonly question: unknown }

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
        file = openFile(bytes, message.open)
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
