import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { MEGABYTE } from '../config/megabyte.ts'
import { BYTES_PIPE, CONTROL_PIPE, RESULT_PIPE } from './child-pipes.ts'
import type { ChildOutcome } from './child-task.ts'
import { frameOf, readFrames, type Frame } from './frames.ts'
import { closePipesLater, isRunning, killGroup, spawnChild } from './spawn-child.ts'
import type { WarmTask } from './warm-task.ts'

const MAX_JSON_BYTES = 8 * MEGABYTE
/** A process that opened more than this has a large heap, and ends before the next file. */
const MAX_OPENED_BYTES = 100 * MEGABYTE
/** Characters. */
const MAX_REASON = 2000
/** Characters of the question for a part. */
const MAX_PART_QUESTION = 100

const WARM_MAIN = fileURLToPath(new URL('./warm-child.main.ts', import.meta.url))

export type WarmFile = {
  /** Two files with the same key have the same bytes. */
  readonly key: string
  /** No process opens files of two groups, so that a file which takes over the child learns nothing of the other. */
  readonly group: string
  /** JSON for the module's `open`. */
  readonly about: unknown
  /** Called only if the child has another file open. */
  readonly read: () => Promise<Uint8Array>
  /** Instead of `read`, for a large file if a part is enough. */
  readonly parts?: FileParts | undefined
}

export type FileParts = {
  /** Bytes of the file. */
  readonly size: number
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

type Question<Result> = {
  readonly question: unknown
  /** The result is checked by it, because a hostile file may have taken over the child. */
  readonly result: z.ZodType<Result>
}

export type WarmOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result; readonly bytes: Buffer }
  /** The module could not open or read the file, and says why in a word. */
  | { readonly kind: 'refused'; readonly refusal: string; readonly reason: string }
  | Exclude<ChildOutcome<never>, { kind: 'done' | 'aborted' }>

export type WarmChild = {
  /** Answers questions one after the other. @throws what `read` of the file throws. */
  ask<Result>(file: WarmFile, question: Question<Result>): Promise<WarmOutcome<Result>>
  /** Ends the process. A later question starts another one. */
  close(): void
}

/** A child that reads a file in parts asks for one. */
const partAsked = z.object({ start: z.int().min(0), end: z.int() }).strict()

const reply = z.union([
  z.object({ result: z.unknown() }).strict(),
  z.object({ refusal: z.string().max(100), why: z.string(), isBroken: z.boolean() }).strict(),
])

/** Keeps one process for questions about files. It ends after its files, when idle, at its limits and with this process. */
export function createWarmChild(task: WarmTask): WarmChild {
  let current: RunningChild | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    current?.end()
    current = null
  }
  const childFor = (file: WarmFile): RunningChild => {
    if (current && !current.suits(file, task)) end()
    current ??= startWarmChild(task)
    return current
  }
  const ask = async <Result>(file: WarmFile, { question, result }: Question<Result>) => {
    clearTimeout(idle)
    const child = childFor(file)
    try {
      const { isBroken, outcome } = checkOutcome(await child.ask(file, question, task), result)
      if (isBroken) child.end()
      return outcome
    } finally {
      if (child.isOver()) end()
      else idle = setTimeout(end, task.idleMs).unref()
    }
  }
  return {
    ask(file, question) {
      const asked = last.then(() => ask(file, question))
      last = asked.catch(() => {})
      return asked
    },
    close: end,
  }
}

type Failure = Extract<WarmOutcome<never>, { kind: 'timed-out' | 'out-of-memory' | 'crashed' }>
type RawOutcome = Frame | Failure

/** A broken child gets no other question. */
type Checked<Result> = { readonly isBroken: boolean; readonly outcome: WarmOutcome<Result> }

function checkOutcome<Result>(outcome: RawOutcome, schema: z.ZodType<Result>): Checked<Result> {
  if ('kind' in outcome) return { isBroken: true, outcome }
  try {
    const answer = reply.parse(JSON.parse(outcome.json))
    if ('refusal' in answer) {
      const { refusal, why, isBroken } = answer
      return { isBroken, outcome: { kind: 'refused', refusal, reason: why.slice(0, MAX_REASON) } }
    }
    const result = schema.parse(answer.result)
    return { isBroken: false, outcome: { kind: 'done', result, bytes: outcome.bytes } }
  } catch (error) {
    const reason = `Its answer is not valid: ${String(error)}`.slice(0, MAX_REASON)
    return { isBroken: true, outcome: { kind: 'crashed', reason } }
  }
}

type RunningChild = {
  ask(file: WarmFile, question: unknown, limits: Pick<WarmTask, 'wallMs'>): Promise<RawOutcome>
  suits(file: WarmFile, task: Pick<WarmTask, 'files'>): boolean
  isOver(): boolean
  end(): void
}

function startWarmChild(task: WarmTask): RunningChild {
  const child = spawnChild({
    program: WARM_MAIN,
    values: [task.module.href, String(task.memoryMb * MEGABYTE)],
    memoryMb: task.memoryMb,
    addons: task.addons,
    reads: [],
    // People wait for it, so it goes before background work, and after the server.
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    hasBytesPipe: true,
  })
  releaseProcess(child)
  const answers = answersOf(child, task)
  const opened = { key: '', group: '', count: 0, bytes: 0 }
  let isBroken = false
  const end = () => {
    isBroken = true
    if (isRunning(child)) killGroup(child)
  }
  // Its type has five pipes.
  const bytesPipe = (child.stdio as readonly unknown[])[BYTES_PIPE] as Writable | null
  // A child that dies before it has read a part is an outcome.
  bytesPipe?.on('error', () => {})
  return {
    async ask(file, question, { wallMs }) {
      const isOpen = opened.count > 0 && opened.key === file.key
      const bytes = isOpen || file.parts ? Buffer.alloc(0) : await file.read()
      if (!isOpen) {
        opened.count++
        opened.bytes += bytes.length
        Object.assign(opened, { key: file.key, group: file.group })
      }
      const late = Promise.withResolvers<Failure>()
      const timer = setTimeout(() => late.resolve({ kind: 'timed-out', limit: 'wall' }), wallMs)
      const size = file.parts?.size ?? null
      for (const part of frameOf({ open: file.about, isOpen, question, size }, bytes))
        child.stdin?.write(part)
      try {
        for (;;) {
          const outcome = await Promise.race([answers.next(), late.promise])
          const asked = file.parts && readPartAsked(outcome, file.parts)
          if (!asked) {
            if ('kind' in outcome) end()
            return outcome
          }
          const bytesOfPart = await asked
          opened.bytes += bytesOfPart.length
          bytesPipe?.write(bytesOfPart)
        }
      } catch (error) {
        // The child waits for bytes that do not come.
        end()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    suits: ({ key, group }, { files }) =>
      opened.count === 0 ||
      opened.key === key ||
      (opened.group === group && opened.count < files && opened.bytes < MAX_OPENED_BYTES),
    isOver: () => isBroken || !isRunning(child),
    end,
  }
}

/** Null for an answer, or for a part that the file does not have. @throws what reading the part throws. */
function readPartAsked(outcome: RawOutcome, { size, read }: FileParts): Promise<Uint8Array> | null {
  if ('kind' in outcome || outcome.json.length > MAX_PART_QUESTION) return null
  const { data } = partAsked.safeParse(JSON.parse(outcome.json))
  return data && data.start < data.end && data.end <= size ? read(data.start, data.end) : null
}

/** The next answer of the child, or how it ended. */
function answersOf(
  child: ChildProcess,
  { answerBytes }: Pick<WarmTask, 'answerBytes'>,
): { next: () => Promise<RawOutcome> } {
  const texts = { control: '', stderr: '' }
  keepText(child.stdio[CONTROL_PIPE], (text) => (texts.control += text))
  keepText(child.stderr, (text) => (texts.stderr = (texts.stderr + text).slice(-MAX_REASON)))
  const ended = Promise.withResolvers<Failure>()
  child.once('error', (error) =>
    ended.resolve({ kind: 'crashed', reason: `It did not start: ${error.message}` }),
  )
  child.once('exit', () => {
    killGroup(child)
    closePipesLater(child)
  })
  child.once('close', (code, signal) => ended.resolve(failureOf({ ...texts, end: signal ?? code })))
  const pipe = child.stdio[RESULT_PIPE] as Readable | null
  const frames = pipe && readFrames(pipe, { jsonBytes: MAX_JSON_BYTES, bytes: answerBytes })
  const read = async (): Promise<RawOutcome> => {
    try {
      const next = await frames?.next()
      return next?.value ?? (await ended.promise)
    } catch (error) {
      return { kind: 'crashed', reason: String(error) }
    }
  }
  return { next: () => Promise.race([read(), ended.promise]) }
}

function keepText(pipe: ChildProcess['stdio'][number], keep: (text: string) => void): void {
  pipe?.on('error', () => {})
  pipe?.on('data', (chunk: Buffer) => keep(chunk.toString().slice(0, MAX_REASON)))
}

type End = { readonly control: string; readonly stderr: string; readonly end: string | number | null }

function failureOf({ control, stderr, end }: End): Failure {
  if (control.includes('memory') || stderr.includes('heap out of memory')) return { kind: 'out-of-memory' }
  return { kind: 'crashed', reason: `It ended with ${end}. ${stderr}`.slice(0, MAX_REASON).trim() }
}

/** Lets this process end although the child runs. The child then ends too. */
function releaseProcess(child: ChildProcess): void {
  child.unref()
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref()
}
