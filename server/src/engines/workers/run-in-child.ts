import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHECKOUT } from '../config/environment.ts'
import { MEGABYTE } from '../config/megabyte.ts'
import { CONTROL_PIPE, RESULT_PIPE } from './child-pipes.ts'
import type { ChildLimits, ChildOutcome, ChildTask } from './child-task.ts'

const WASM_PAGES_PER_MEGABYTE = 16

/**
 * Shares of `memoryMb`. V8 collects more garbage near its limit, so a child with much of it does not reach `memoryMb`.
 */
const HEAP_SHARE = 0.6
const WASM_SHARE = 0.8

/** Bytes of JSON. */
const MAX_RESULT_BYTES = 8 * MEGABYTE
/** Bytes of the standard error that are kept. */
const MAX_STDERR_BYTES = 65_536
/** Characters. */
const MAX_REASON = 2000

/** Milliseconds that the pipes of a child may stay open after its end. A process that it started can hold them. */
const PIPES_GRACE_MS = 1000

const CHILD_MAIN = fileURLToPath(new URL('./child.main.ts', import.meta.url))

/** The program and its packages, without `.env` and the data folder next to them. */
const PROGRAM = [
  'package.json',
  'node_modules',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
].map((path) => join(CHECKOUT, path))

/**
 * Runs a task in a process of its own, with the lowest priority and without the settings. The process ends with the
 * task, at its limits, with `signal`, and when this process dies.
 */
export async function runInChild<Input, Result>(
  task: ChildTask<Input, Result>,
  input: Input,
  signal: AbortSignal,
): Promise<ChildOutcome<Result>> {
  if (signal.aborted) return { kind: 'aborted' }
  const child = startChild(task, input)
  if (child.pid === undefined) return failedStartOf(child)
  const ending = followChild(child)
  const abort = () => ending.kill({ kind: 'aborted' })
  signal.addEventListener('abort', abort)
  const late = setTimeout(() => ending.kill({ kind: 'timed-out', limit: 'wall' }), task.limits.wallMs)
  try {
    const { outcome, json } = await ending.closed
    return outcome ?? checkResult(json, task)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', abort)
  }
}

function startChild<Input, Result>(
  { module, limits, reads = () => [], addons = false }: ChildTask<Input, Result>,
  input: Input,
): ChildProcess {
  const readable = [...PROGRAM, ...reads(input)].map((path) => `--allow-fs-read=${path}`)
  const { memoryMb, cpuMs = Infinity } = limits
  const child = spawn(
    process.execPath,
    [
      ...flagsFor(limits, addons),
      ...readable,
      CHILD_MAIN,
      module.href,
      String(memoryMb * MEGABYTE),
      String(cpuMs),
    ],
    {
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: {},
      // Ctrl+C goes to the parent alone, which ends its children.
      detached: true,
      windowsHide: true,
    },
  )
  // Without a listener an error would end this process.
  child.on('error', () => {})
  lowerPriority(child)
  // A child that dies before it has read its input is an outcome.
  child.stdin?.on('error', () => {})
  child.stdin?.end(JSON.stringify(input))
  return child
}

function flagsFor({ memoryMb }: ChildLimits, addons: boolean): string[] {
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

/** Such as `spawn EMFILE`. A child that did not start has no pipes. */
async function failedStartOf(child: ChildProcess): Promise<ChildOutcome<never>> {
  const [error] = (await once(child, 'error')) as [Error]
  return { kind: 'crashed', reason: `It did not start: ${error.message}` }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

type Failure = Exclude<ChildOutcome<never>, { kind: 'done' }>
type Closed = { readonly outcome: Failure | null; readonly json: string }

/** `kill` ends the child with this outcome, unless it had another one before. */
function followChild(child: ChildProcess): { kill: (outcome: Failure) => void; closed: Promise<Closed> } {
  let killedBy: Failure | null = null
  const kill = (outcome: Failure) => {
    killedBy ??= outcome
    if (isRunning(child)) killGroup(child)
  }
  child.once('exit', () => {
    killGroup(child)
    closePipesLater(child)
  })
  const stderr = collect(child.stderr, MAX_STDERR_BYTES)
  const control = collect(child.stdio[CONTROL_PIPE], MAX_STDERR_BYTES)
  const result = collect(child.stdio[RESULT_PIPE], MAX_RESULT_BYTES, () =>
    kill({ kind: 'crashed', reason: 'Its result is too large.' }),
  )
  const close = async (): Promise<Closed> => {
    try {
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
      const end = { code, signal, control: control(), stderr: stderr() }
      return { outcome: killedBy ?? failureOf(end), json: result() }
    } catch (error) {
      return { outcome: { kind: 'crashed', reason: String(error) }, json: '' }
    }
  }
  return { kill, closed: close() }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Kills the child and the processes that it started, except those in a group of their own. */
function killGroup(child: ChildProcess): void {
  child.kill('SIGKILL')
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is empty, or the system has no groups.
  }
}

/** The 'close' of the child waits for its pipes, which an orphan could keep open for ever. */
function closePipesLater(child: ChildProcess): void {
  const close = () => child.stdio.forEach((pipe) => pipe?.destroy())
  // What has arrived is read before.
  const late = setTimeout(() => setImmediate(close), PIPES_GRACE_MS)
  child.once('close', () => clearTimeout(late))
}

/** Reads a pipe to its end and returns a function for its text. What comes after `maxBytes` is dropped. */
function collect(
  pipe: ChildProcess['stdio'][number],
  maxBytes: number,
  onTooMuch: () => void = () => {},
): () => string {
  const chunks: Buffer[] = []
  let bytes = 0
  pipe?.on('error', () => {})
  pipe?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
    else onTooMuch()
  })
  return () => Buffer.concat(chunks).toString()
}

type End = {
  readonly code: number | null
  readonly signal: string | null
  readonly control: string
  readonly stderr: string
}

/** Null for a child that ended well. */
function failureOf({ code, signal, control, stderr }: End): Failure | null {
  if (code === 0) return null
  if (control === 'cpu') return { kind: 'timed-out', limit: 'cpu' }
  if (control === 'memory' || stderr.includes('heap out of memory')) return { kind: 'out-of-memory' }
  const reason = `It ended with ${signal ?? code}. ${stderr}`
  return { kind: 'crashed', reason: reason.slice(0, MAX_REASON).trim() }
}

function checkResult<Result>(
  json: string,
  { result }: Pick<ChildTask<never, Result>, 'result'>,
): ChildOutcome<Result> {
  try {
    return { kind: 'done', result: result.parse(JSON.parse(json)) }
  } catch (error) {
    return { kind: 'crashed', reason: `Its result is not valid: ${String(error)}`.slice(0, MAX_REASON) }
  }
}
