import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimiter } from './limiter.ts'
import { createPlaces, type Bound } from './places.ts'

class Refused extends Error {
  readonly bound: Bound

  constructor(bound: Bound) {
    super(bound)
    this.bound = bound
  }
}

const BOUNDS = {
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 1,
  waitMs: 1000,
  refuse: (bound: Bound) => new Refused(bound),
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a refusal says whether the own share or all slots are used', async () => {
  const limiter = createLimiter<string>(BOUNDS)
  await limiter.take('ann')
  await limiter.take('bob')
  const waiting = Promise.allSettled([limiter.take('ann'), limiter.take('cam')])
  await expect(limiter.take('ann')).rejects.toEqual(new Refused('key'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await waiting).toMatchObject([{ reason: { bound: 'key' } }, { reason: { bound: 'all' } }])
})

test('a slot that is released twice is free once', async () => {
  const limiter = createLimiter<string>({ ...BOUNDS, atOnce: 1 })
  const release = await limiter.take('ann')
  const bob = limiter.take('bob')
  const cam = vi.fn<() => void>()
  void limiter.take('cam').then(cam, cam)
  release()
  release()
  await bob
  // A caller that got a slot by the second release knows it by then.
  await vi.advanceTimersByTimeAsync(0)
  expect(cam).not.toHaveBeenCalled()
})

test('after a slot is assigned, its timeout no longer runs', async () => {
  const limiter = createLimiter<string>(BOUNDS)
  const release = await limiter.take('ann')
  const again = limiter.take('ann')
  expect(vi.getTimerCount()).toBe(1)
  release()
  await again
  expect(vi.getTimerCount()).toBe(0)
})

test('without a timeout a caller waits until a slot is free', async () => {
  const { waitMs: _, ...bounds } = BOUNDS
  const limiter = createLimiter<string>(bounds)
  const release = await limiter.take('ann')
  const again = limiter.take('ann')
  await vi.advanceTimersByTimeAsync(86_400_000)
  release()
  await expect(again).resolves.toBeTypeOf('function')
})

test('failed work releases its slot', async () => {
  const limiter = createLimiter<string>({ ...BOUNDS, waitingPerKey: 0 })
  await expect(limiter.run('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(limiter.run('ann', () => Promise.resolve('free'))).resolves.toBe('free')
})

test('a caller that does not wait gets a slot of their share or none', () => {
  const places = createPlaces<string>({ perKey: 2, atOnce: 3 })
  const taken = ['ann', 'ann', 'ann', 'bob', 'bob'].map((key) => places.tryTake(key))
  expect(taken.map((release) => release !== null)).toEqual([true, true, false, true, false])
  taken[0]?.()
  expect(places.tryTake('bob')).toBeTypeOf('function')
})
