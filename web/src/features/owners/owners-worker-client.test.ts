import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownersWorker } from './owners-worker-client.ts'
import type { WorkerRequest, WorkerMessage, Work } from './owners-work.ts'

/** Replaces the browser's worker and does nothing by itself. */
class SilentWorker extends EventTarget {
  static readonly started: SilentWorker[] = []
  readonly requests: WorkerRequest[] = []
  isTerminated = false
  constructor() {
    super()
    SilentWorker.started.push(this)
  }
  postMessage(request: WorkerRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  tell(message: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }
}

const WORK: Work = { kind: 'roll', url: '/roll', accept: 'columns', knownEtag: null }
const { started } = SilentWorker

beforeEach(() => {
  started.length = 0
  vi.stubGlobal('Worker', SilentWorker)
})
afterEach(() => void vi.unstubAllGlobals())

function workOptions() {
  const stop = new AbortController()
  return { stop, signal: stop.signal }
}

test('one worker does all work, and each caller gets their own result', async () => {
  const worker = ownersWorker()
  const shares: number[] = []
  const one = worker.run(WORK, { ...workOptions(), onShare: (share) => shares.push(share) })
  const other = worker.run(WORK, workOptions())
  expect(started).toHaveLength(1)
  started[0]?.tell({ id: 2, outcome: { kind: 'unchanged' } })
  started[0]?.tell({ id: 1, share: 0.5 })
  started[0]?.tell({ id: 1, outcome: { kind: 'no answer' } })
  await expect(one).resolves.toEqual({ kind: 'no answer' })
  await expect(other).resolves.toEqual({ kind: 'unchanged' })
  expect(shares).toEqual([0.5])
})

test('canceled work ends immediately, and the worker is told', async () => {
  const { stop, signal } = workOptions()
  const running = ownersWorker().run(WORK, { signal })
  stop.abort(new Error('Called off'))
  await expect(running).rejects.toThrow('Called off')
  expect(started[0]?.requests).toEqual([
    { id: 1, work: WORK },
    { id: 1, stop: true },
  ])
})

test('a worker that crashes fails its work, and the next work gets a new one', async () => {
  const worker = ownersWorker()
  const running = worker.run(WORK, workOptions())
  started[0]?.dispatchEvent(new Event('error'))
  await expect(running).rejects.toThrow('has failed')
  expect(started[0]?.isTerminated).toBe(true)
  const next = worker.run(WORK, workOptions())
  started[1]?.tell({ id: 2, outcome: { kind: 'unchanged' } })
  await expect(next).resolves.toEqual({ kind: 'unchanged' })
})

test('closing ends the worker', async () => {
  const worker = ownersWorker()
  worker.warmUp()
  const running = worker.run(WORK, workOptions())
  worker.close()
  await expect(running).rejects.toThrow('is closed')
  expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true])
})
