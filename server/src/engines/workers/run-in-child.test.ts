import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { FATE } from '../../testing/fates.child.ts'
import { watchNextChild } from '../../testing/looping-child.ts'
import { CHECKOUT } from '../config/environment.ts'
import { isAlive } from '../place.ts'
import type { ChildTask } from './child-task.ts'
import { runInChild } from './run-in-child.ts'

type Input = Parameters<NonNullable<typeof FATE.reads>>[0]

const NEVER = new AbortController().signal

const endOf = (input: Input, limits: Partial<ChildTask<never, never>['limits']> = {}) =>
  runInChild({ ...FATE, limits: { ...FATE.limits, ...limits } }, input, { signal: NEVER })

test('R1.102 a child returns its result, up to 8 MB of it', async () => {
  expect(await endOf({ act: 'echo', text: 'Peña' })).toEqual({ kind: 'done', result: { text: 'Peña' } })
  expect(await endOf({ act: 'grow', bytes: 8_000_000 })).toMatchObject({ kind: 'done' })
  expect(await endOf({ act: 'grow', bytes: 9_000_000 })).toEqual({
    kind: 'crashed',
    reason: 'Its result is too large.',
  })
})

test('R1.102 a child has the lowest priority, no settings, and reads only the program and its own files', async () => {
  const own = join(CHECKOUT, 'README.md')
  const others = ['vitest.config.ts', '.env', 'data', 'data/pg/password', 'demo-data'].map((name) =>
    join(CHECKOUT, name),
  )
  expect(await seenBy({ act: 'look', paths: [own, ...others, CHECKOUT, tmpdir()] })).toEqual({
    priority: 19,
    settings: [],
    readable: [own],
    permitted: [own],
  })
})

test('R1.102 a child writes no file, not even its own, and starts no process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-child-'))
  try {
    const own = join(folder, 'own')
    await writeFile(own, '')
    const paths = [own, join(folder, 'new'), join(CHECKOUT, 'package.json')]
    expect(await seenBy({ act: 'write', paths })).toEqual([])
    expect(await readdir(folder)).toEqual(['own'])
    expect(await seenBy({ act: 'spawn' })).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})

async function seenBy(input: Input): Promise<unknown> {
  const outcome = await endOf(input)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return JSON.parse(outcome.result.text)
}

test.for(['fill heap', 'fill buffers'] as const)(
  'R1.102 a child that takes too much memory is killed: %s',
  async (act) => {
    expect(await endOf({ act })).toEqual({ kind: 'out-of-memory' })
  },
)

test('R1.102 a child that takes too much processor time, or too long, is killed', async () => {
  expect(await endOf({ act: 'loop' }, { cpuMs: 1000 })).toEqual({ kind: 'timed-out', limit: 'cpu' })
  expect(await endOf({ act: 'wait' }, { wallMs: 500 })).toEqual({ kind: 'timed-out', limit: 'wall' })
})

test.for([
  ['throw', 'the file is damaged'],
  ['abort', 'SIGABRT'],
  ['leave', 'Its result is not valid'],
  ['garble', 'Its result is not valid'],
] as const)('R1.102 a child that fails is an outcome with its reason: %s', async ([act, reason]) => {
  expect(await endOf({ act })).toEqual({ kind: 'crashed', reason: expect.stringContaining(reason) })
})

test('R1.102 a child that is no longer needed is killed, and none starts then', async () => {
  const stopping = new AbortController()
  watchNextChild(() => stopping.abort())
  expect(await runInChild(FATE, { act: 'loop' }, stopping)).toEqual({ kind: 'aborted' })
  expect(await runInChild(FATE, { act: 'echo' }, stopping)).toEqual({ kind: 'aborted' })
})

test.for([
  ['R1.102 a child in an endless loop dies with its parent, even by a SIGKILL', 'running'],
  ['R14.14 so does a child that is paused', 'paused'],
] as const)('%s', async ([, state]) => {
  const program = fileURLToPath(new URL('../../testing/looping-child.ts', import.meta.url))
  const parent = spawn(process.execPath, [program, state], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  expect(isRunning(Number(line))).toBe(true)
  parent.kill('SIGKILL')
  try {
    await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false), { timeout: 60_000, interval: 20 })
  } finally {
    if (isRunning(Number(line))) process.kill(Number(line), 'SIGKILL')
  }
})

test('R1.102 a process that a child left behind cannot hold its pipes', async () => {
  const orphan = await grandchildOf({ act: 'leaveOrphan' })
  expect(isRunning(orphan)).toBe(true)
  process.kill(orphan, 'SIGKILL')
})

test('R1.102 a process that a child started ends with it', async () => {
  const grandchild = await grandchildOf({ act: 'leaveGrandchild' })
  await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false), { timeout: 10_000, interval: 20 })
})

async function grandchildOf(input: Input): Promise<number> {
  const outcome = await endOf(input)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return Number(outcome.result.text)
}

test('R1.102 without a free file descriptor no child starts, which is an outcome', async () => {
  const program = `
    import { openSync } from 'node:fs'
    import { runInChild } from '${new URL('./run-in-child.ts', import.meta.url).href}'
    import { FATE } from '${new URL('../../testing/fates.child.ts', import.meta.url).href}'
    try { for (;;) openSync('/dev/null') } catch {}
    const outcome = await runInChild(FATE, { act: 'echo' }, new AbortController())
    console.log(JSON.stringify(outcome))`
  const start = 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1"'
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', start, process.execPath, program])
  expect(JSON.parse(stdout)).toEqual({ kind: 'crashed', reason: expect.stringContaining('EMFILE') })
})

/** Unlike `isAlive`, false for a zombie, because a child of a dead parent may never be reaped. */
function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z')
  } catch {
    return process.platform !== 'linux'
  }
}
