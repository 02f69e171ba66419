import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { fateResult, WARM_FATES } from '../../testing/warm-fates.child.ts'
import { MEGABYTE } from '../config/megabyte.ts'
import { isAlive } from '../place.ts'
import { createWarmChild, type FileParts, type WarmChild, type WarmFile } from './warm-child.ts'

let child: WarmChild
afterEach(() => child.close())

function fileNamed(key: string, more: Partial<WarmFile> = {}): WarmFile {
  return { key, group: 'loving', about: null, read: async () => Buffer.from(`bytes of ${key}`), ...more }
}

const ask = (act: string, file: WarmFile = fileNamed('a')) =>
  child.ask(file, { question: { act }, result: fateResult })

async function processOf(file: WarmFile): Promise<number> {
  const outcome = await ask('echo', file)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.result.pid
}

test('R16.3 one process answers questions about a file, and reads its bytes once', async () => {
  child = createWarmChild(WARM_FATES)
  const read = vi.fn<WarmFile['read']>(async () => Buffer.from('Peña'))
  const file = fileNamed('a', { read })
  const [first, second] = await Promise.all([ask('echo', file), ask('send bytes', file)])
  expect([first, second]).toMatchObject([
    { kind: 'done', result: { text: 'Peña' }, bytes: { length: 0 } },
    { kind: 'done', result: { text: 'Peña' }, bytes: { length: 900 } },
  ])
  expect(read).toHaveBeenCalledOnce()
})

test('R16.3 a process ends after its files, and for a file of another county', async () => {
  child = createWarmChild(WARM_FATES)
  const one = await processOf(fileNamed('a'))
  expect(await processOf(fileNamed('b'))).toBe(one)
  const two = await processOf(fileNamed('c'))
  expect(two).not.toBe(one)
  const other = await processOf(fileNamed('d', { group: 'winkler' }))
  expect(other).not.toBe(two)
  await vi.waitFor(() => expect([one, two].map(isAlive)).toEqual([false, false]), { timeout: 10_000 })
})

test('R16.3 an idle process ends, and a later question starts another one', async () => {
  child = createWarmChild({ ...WARM_FATES, idleMs: 100 })
  const one = await processOf(fileNamed('a'))
  await vi.waitFor(() => expect(isAlive(one)).toBe(false), { timeout: 10_000 })
  expect(await processOf(fileNamed('a'))).not.toBe(one)
})

test.for([
  ['leave', { kind: 'crashed', reason: expect.stringContaining('3') }],
  ['abort', { kind: 'crashed', reason: expect.stringContaining('SIGABRT') }],
  ['fill', { kind: 'out-of-memory' }],
  ['send too much', { kind: 'crashed', reason: expect.stringContaining('too large') }],
  ['send nonsense', { kind: 'crashed', reason: expect.stringContaining('not valid') }],
  ['garble', { kind: 'crashed', reason: expect.stringContaining('too large') }],
  ['throw', { kind: 'refused', refusal: 'password', reason: expect.stringContaining('needs a password') }],
] as const)(
  'R16.3 a failure is an answer, and the next question is answered: %s',
  async ([act, expected]) => {
    child = createWarmChild(WARM_FATES)
    expect(await ask(act)).toEqual(expected)
    expect(await ask('echo', fileNamed('b'))).toMatchObject({ kind: 'done', result: { text: 'bytes of b' } })
  },
)

test('R16.3 a process that takes too long is killed', async () => {
  child = createWarmChild({ ...WARM_FATES, wallMs: 6000 })
  const one = await processOf(fileNamed('a'))
  expect(await ask('loop')).toEqual({ kind: 'timed-out', limit: 'wall' })
  await vi.waitFor(() => expect(isAlive(one)).toBe(false), { timeout: 10_000 })
})

test('R16.3 a file that cannot be opened stays refused, with its reason', async () => {
  child = createWarmChild(WARM_FATES)
  const locked = fileNamed('a', { about: 'locked' })
  const refused = { kind: 'refused', refusal: 'password' }
  expect([await ask('echo', locked), await ask('echo', locked)]).toMatchObject([refused, refused])
})

test('R16.3 a failure to read the bytes is thrown, and the process stays', async () => {
  child = createWarmChild(WARM_FATES)
  const gone = fileNamed('a', { read: () => Promise.reject(new Error('The bytes are gone.')) })
  await expect(ask('echo', gone)).rejects.toThrow('The bytes are gone.')
  expect(await ask('echo')).toMatchObject({ kind: 'done' })
})

/** A file that comes in parts: `a` in the first MiB, then `b`, then half a MiB of `c`. */
function fileInParts(key: string) {
  const bytes = Buffer.concat([
    Buffer.alloc(MEGABYTE, 'a'),
    Buffer.alloc(MEGABYTE, 'b'),
    Buffer.alloc(500, 'c'),
  ])
  const read = vi.fn<FileParts['read']>(async (start, end) => bytes.subarray(start, end))
  return { bytes, read, file: fileNamed(key, { parts: { size: bytes.length, read } }) }
}

test('R16.21 a large file comes in parts, each one once', async () => {
  child = createWarmChild(WARM_FATES)
  const { bytes, read, file } = fileInParts('a')
  const outcome = await ask('echo', file)
  expect(outcome.kind === 'done' && outcome.result.text === bytes.toString()).toBe(true)
  expect(await ask('echo', file)).toMatchObject({ kind: 'done' })
  expect(read.mock.calls).toEqual([
    [0, MEGABYTE],
    [MEGABYTE, 2 * MEGABYTE],
    [2 * MEGABYTE, bytes.length],
  ])
})

test('R16.22 a part that cannot be read is thrown, and another process answers the next question', async () => {
  child = createWarmChild(WARM_FATES)
  const { file, read } = fileInParts('a')
  read.mockRejectedValueOnce(new Error('The bytes are damaged.'))
  await expect(ask('echo', file)).rejects.toThrow('The bytes are damaged.')
  expect(await ask('echo', file)).toMatchObject({ kind: 'done' })
})

test('R16.22 a process gets no part beyond its file, and none of a file that came as a whole', async () => {
  child = createWarmChild(WARM_FATES)
  const notValid = { kind: 'crashed', reason: expect.stringContaining('not valid') }
  const { file, read, bytes } = fileInParts('a')
  expect(await ask('ask beyond', file)).toEqual(notValid)
  for (const [, end] of read.mock.calls) expect(end).toBeLessThanOrEqual(bytes.length)
  expect(await ask('ask beyond', fileNamed('b'))).toEqual(notValid)
})

test('R16.3 a looping process dies with its parent, also when a SIGKILL ends that', async () => {
  child = createWarmChild(WARM_FATES)
  const program = fileURLToPath(new URL('../../testing/looping-warm-child.ts', import.meta.url))
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  expect(isAlive(Number(line))).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(Number(line))).toBe(false), { timeout: 60_000, interval: 50 })
})
