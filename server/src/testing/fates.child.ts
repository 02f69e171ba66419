import { spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { ChildTask } from '../engines/workers/child-task.ts'
import { RESULT_PIPE } from '../engines/workers/child-pipes.ts'

type Fate = {
  readonly act: keyof typeof FATES
  readonly text?: string
  readonly bytes?: number
  readonly paths?: readonly string[]
}

/** What a child of a test can do. */
const FATES = {
  echo: ({ text = '' }: Fate) => ({ text }),
  grow: ({ bytes = 0 }: Fate) => ({ text: 'x'.repeat(bytes) }),
  look: ({ paths = [] }: Fate) => ({
    text: JSON.stringify({
      priority: getPriority(),
      settings: Object.keys(process.env),
      readable: paths.filter((path) => isPossible(() => readFileSync(path))),
      // Also for paths that do not exist.
      permitted: paths.filter((path) => process.permission.has('fs.read', path)),
    }),
  }),
  /** The paths that it could write. */
  write: ({ paths = [] }: Fate) => ({
    text: JSON.stringify(paths.filter((path) => isPossible(() => writeFileSync(path, '', { flag: 'a' })))),
  }),
  spawn: () => ({
    text: JSON.stringify(isPossible(() => spawnSync(process.execPath, ['--version']))),
  }),
  garble: () => {
    writeSync(RESULT_PIPE, '{"text": 5}')
    process.exit(0)
  },
  leaveGrandchild: () => startGrandchild({ detached: false, stdio: 'ignore' }),
  leaveOrphan: () => startGrandchild({ detached: true, stdio: ['ignore', 'ignore', 2, 3, 4] }),
  leave: () => process.exit(0),
  abort: () => process.abort(),
  throw: () => {
    throw new Error('the file is damaged')
  },
  wait: () => new Promise(() => setInterval(() => {}, 60_000)),
  loop: () => {
    writeSync(process.stderr.fd, LOOPING)
    for (;;);
  },
  'fill heap': () => {
    const kept: object[] = []
    for (;;) kept.push({ text: String(kept.length) })
  },
  'fill buffers': () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(1_000_000, 1))
  },
}

/** On the standard error of a child that loops. */
export const LOOPING = 'looping'

/** A child that ends in the way that its input says. */
export const FATE: ChildTask<Fate, { text: string }> = {
  module: new URL(import.meta.url),
  limits: { memoryMb: 160, wallMs: 60_000 },
  result: z.object({ text: z.string() }),
  reads: ({ paths = [] }) => paths.slice(0, 1),
}

export function run(fate: Fate): unknown {
  return FATES[fate.act](fate)
}

/** Returns the process id. A thread without flags has no permission model, so it can start a process. */
async function startGrandchild(options: SpawnOptions): Promise<{ text: string }> {
  const code = `const { spawn } = require('node:child_process')
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage(spawn('/bin/sleep', ['30'], workerData).pid)`
  const thread = new Worker(code, { eval: true, execArgv: [], workerData: options })
  const [pid] = (await once(thread, 'message')) as [number]
  return { text: String(pid) }
}

function isPossible(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
