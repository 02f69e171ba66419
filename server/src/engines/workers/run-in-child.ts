import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MEGABYTE } from '../config/megabyte.ts'
import { startRunningTimer } from '../timing/running-timer.ts'
import { CONTROL_PIPE, RESULT_PIPE } from './child-pipes.ts'
import type { ChildOutcome, ChildTask } from './child-task.ts'
import type { ChildThrottle } from './child-throttle.ts'
import { pausable } from './pausable-child.ts'
import { processorMsOf } from './processor-use.ts'
import { closePipesLater, isRunning, killGroup, spawnChild } from './spawn-child.ts'

/** Bytes of JSON. */
const MAX_RESULT_BYTES = 8 * MEGABYTE
/** Bytes of the standard error that are kept. */
const MAX_STDERR_BYTES = 65_536
/** Characters. */
const MAX_REASON = 2000

const CHILD_MAIN = fileURLToPath(new URL('./child.main.ts', import.meta.url))

type Run = {
  readonly signal: AbortSignal
  /** May pause the child. Only the time in which it runs counts against its limit. */
  readonly throttle?: ChildThrottle | undefined
}

/**
 * Runs a task in a process of its own, with the lowest priority and without the settings. The process ends with the
 * task, at its limits, with `signal`, and when this process dies.
 */
export async function runInChild<Input, Result>(
  task: ChildTask<Input, Result>,
  input: Input,
  { signal, throttle }: Run,
): Promise<ChildOutcome<Result>> {
  if (signal.aborted) return { kind: 'aborted' }
  const child = startChild(task, input)
  const { pid } = child
  if (pid === undefined) return failedStartOf(child)
  const ending = followChild(child)
  const abort = () => ending.kill({ kind: 'aborted' })
  signal.addEventListener('abort', abort)
  try {
    using late = startRunningTimer(task.limits.wallMs, () =>
      ending.kill({ kind: 'timed-out', limit: 'wall' }),
    )
    using paused = pausable(child)
    using ends = new DisposableStack()
    const throttled = throttle?.add({
      pause: () => (paused.pause() ? late.pause() : late.resume()),
      resume() {
        paused.resume()
        late.resume()
      },
      processorMs: () => processorMsOf(pid),
    })
    if (throttled) ends.use(throttled)
    const { outcome, json } = await ending.closed
    return outcome ?? checkResult(json, task)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function startChild<Input, Result>(
  { module, limits, reads = () => [], addons = false }: ChildTask<Input, Result>,
  input: Input,
): ChildProcess {
  const { memoryMb, cpuMs = Infinity } = limits
  const child = spawnChild({
    program: CHILD_MAIN,
    values: [module.href, String(memoryMb * MEGABYTE), String(cpuMs)],
    memoryMb,
    addons,
    reads: reads(input),
    priority: constants.priority.PRIORITY_LOW,
  })
  child.stdin?.end(JSON.stringify(input))
  return child
}

/** Such as `spawn EMFILE`. A child that did not start has no pipes. */
async function failedStartOf(child: ChildProcess): Promise<ChildOutcome<never>> {
  const [error] = (await once(child, 'error')) as [Error]
  return { kind: 'crashed', reason: `It did not start: ${error.message}` }
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
