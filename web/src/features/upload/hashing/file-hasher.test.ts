import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileHasher } from './file-hasher.ts'

/** A fake browser worker. The test decides how it responds. */
class PlayedWorker extends EventTarget {
  static readonly started: PlayedWorker[] = []
  isEnded = false

  constructor() {
    super()
    PlayedWorker.started.push(this)
  }

  postMessage(): void {}

  say(sha256: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: { sha256 } }))
  }

  terminate(): void {
    this.isEnded = true
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Worker', PlayedWorker)
  PlayedWorker.started.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FILE = new File(['%PDF'], 'rendition.pdf')
const unending = new AbortController().signal

test('files that follow each other soon share a worker, which ends when none follows', async () => {
  const hash = createFileHasher()
  for (const sha256 of ['one', 'two']) {
    const asked = hash(FILE, unending)
    PlayedWorker.started[0]?.say(sha256)
    expect(await asked).toBe(sha256)
  }
  expect(PlayedWorker.started.map(({ isEnded }) => isEnded)).toEqual([false])
  vi.advanceTimersByTime(5000)
  expect(PlayedWorker.started.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('a failed worker, such as one whose script could not be loaded, gets no more work', async () => {
  const hash = createFileHasher()
  const first = hash(FILE, unending)
  PlayedWorker.started[0]?.dispatchEvent(new Event('error'))
  expect(await first).toBeNull()
  expect(PlayedWorker.started[0]?.isEnded).toBe(true)
  const second = hash(FILE, unending)
  PlayedWorker.started[1]?.say('two')
  expect(PlayedWorker.started).toHaveLength(2)
  expect(await second).toBe('two')
})

test('a canceled file ends its worker', async () => {
  const hash = createFileHasher()
  const given = new AbortController()
  const asked = hash(FILE, given.signal)
  given.abort(new Error('It was removed.'))
  await expect(asked).rejects.toThrow('It was removed.')
  expect(PlayedWorker.started.map(({ isEnded }) => isEnded)).toEqual([true])
})
