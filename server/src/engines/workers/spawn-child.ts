import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { CHECKOUT } from '../config/environment.ts'

const WASM_PAGES_PER_MEGABYTE = 16

/**
 * Shares of `memoryMb`. V8 collects more garbage near its limit, so a child with much of it does not reach `memoryMb`.
 */
const HEAP_SHARE = 0.6
const WASM_SHARE = 0.8

/** Milliseconds that the pipes of a child may stay open after its end. A process that it started can hold them. */
const PIPES_GRACE_MS = 1000

/** The program and its packages, without `.env` and the data folder next to them. */
const PROGRAM = [
  'package.json',
  'node_modules',
  'contract/package.json',
  'contract/node_modules',
  'contract/src',
  'server/package.json',
  // npm puts a package here if another version is at the top. Node looks here first, and fails where it may not.
  'server/node_modules',
  'server/src',
].map((path) => join(CHECKOUT, path))

type Spawning = {
  readonly program: string
  readonly values: readonly string[]
  readonly memoryMb: number
  /** Whether it may load native code. */
  readonly addons: boolean
  /** Files that it may read beside the program. */
  readonly reads: readonly string[]
  readonly priority: number
  /** Whether it may ask for parts of its file. */
  readonly hasBytesPipe?: boolean
}

/** Starts a Node process without settings and with few rights. If it did not start, it has no `pid` and emits 'error'. */
export function spawnChild(spawning: Spawning): ChildProcess {
  const { program, values, memoryMb, addons, reads, priority, hasBytesPipe = false } = spawning
  const readable = [...PROGRAM, ...reads].map((path) => `--allow-fs-read=${path}`)
  const child = spawn(process.execPath, [...flagsFor(memoryMb, addons), ...readable, program, ...values], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe', hasBytesPipe ? 'pipe' : 'ignore'],
    env: {},
    // Ctrl+C goes to the parent alone, which ends its children.
    detached: true,
    windowsHide: true,
  })
  // Without a listener an error would end this process.
  child.on('error', () => {})
  // A child that dies before it has read its input is an outcome.
  child.stdin?.on('error', () => {})
  lowerPriority(child, priority)
  return child
}

function flagsFor(memoryMb: number, addons: boolean): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
    `--wasm-max-mem-pages=${Math.floor(memoryMb * WASM_SHARE * WASM_PAGES_PER_MEGABYTE)}`,
    '--permission',
    '--allow-worker',
    ...(addons ? ['--allow-addons'] : []),
    // Threads could avoid the permissions. The watch is such a thread.
    '--disable-warning=PERM0006',
  ]
}

function lowerPriority({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already.
  }
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Kills the child and the processes that it started, except those in a group of their own. */
export function killGroup(child: ChildProcess): void {
  child.kill('SIGKILL')
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is empty, or the system has no groups.
  }
}

/** The 'close' of the child waits for its pipes, which an orphan could keep open for ever. */
export function closePipesLater(child: ChildProcess): void {
  const close = () => child.stdio.forEach((pipe) => pipe?.destroy())
  // What has arrived is read before.
  const late = setTimeout(() => setImmediate(close), PIPES_GRACE_MS)
  child.once('close', () => clearTimeout(late))
}
