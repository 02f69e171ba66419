import { writeSync } from 'node:fs'
import { z } from 'zod'
import { RESULT_PIPE } from '../engines/workers/child-pipes.ts'
import { frameOf } from '../engines/workers/frames.ts'
import type { FileBytes } from '../engines/workers/file-bytes.ts'
import type { OpenedFile, WarmTask } from '../engines/workers/warm-task.ts'

/** A warm child that does what the question says. */
export const WARM_FATES: WarmTask = {
  module: new URL(import.meta.url),
  memoryMb: 160,
  wallMs: 60_000,
  addons: false,
  files: 2,
  idleMs: 60_000,
  answerBytes: 1000,
}

export const fateResult = z.object({ pid: z.int(), text: z.string() })

type Fate = { readonly act: keyof typeof FATES }

const FATES = {
  echo: (text: string) => ({ result: { pid: process.pid, text } }),
  'send bytes': (text: string) => ({ result: { pid: process.pid, text }, bytes: Buffer.alloc(900, 7) }),
  'send too much': () => ({ result: {}, bytes: Buffer.alloc(2000) }),
  'send nonsense': () => ({ result: { pid: 'none' } }),
  'ask beyond': () => {
    writeSync(RESULT_PIPE, Buffer.concat(frameOf({ start: 0, end: 1_000_000_000 })))
    return { result: {} }
  },
  garble: () => {
    writeSync(RESULT_PIPE, Buffer.alloc(64, 0xff))
    return { result: {} }
  },
  throw: () => {
    throw Object.assign(new Error('needs a password'), { reason: 'password' })
  },
  leave: () => process.exit(3),
  abort: () => process.abort(),
  loop: () => {
    for (;;);
  },
  fill: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(1_000_000, 1))
  },
}

export async function open(bytes: FileBytes, about: unknown): Promise<OpenedFile> {
  const text = Buffer.from(bytes.all()).toString()
  if (about === 'locked') throw Object.assign(new Error('It is locked.'), { reason: 'password' })
  return {
    answer: async (question) => FATES[(question as Fate).act](text),
    close: () => {},
  }
}
