import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChildThrottle } from './child-throttle.ts'
import { watchUrgentWork } from './processor-use.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A machine with a child that uses a whole processor while it is not paused. */
function machine({ knowsProcessorTime = true } = {}) {
  const state = { busy: 0.9, isUrgent: true, asked: 0, isPaused: false, ranMs: 0 }
  const throttle = createChildThrottle({
    isUrgent: async () => {
      state.asked += 1
      return state.isUrgent
    },
    busyShare: () => state.busy,
  })
  const running = setInterval(() => {
    if (!state.isPaused) state.ranMs += 10
  }, 10)
  const child = {
    pause: () => void (state.isPaused = true),
    resume: () => void (state.isPaused = false),
    processorMs: () => (knowsProcessorTime ? state.ranMs : null),
  }
  const end = () => clearInterval(running)
  return { state, throttle, child, end }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test.for([true, false])(
  'R14.12 while urgent work needs the processors, a child has a tenth of one: its time is known, %s',
  async (knowsProcessorTime) => {
    const { state, throttle, child, end } = machine({ knowsProcessorTime })
    const added = throttle.add(child)
    await pass(1)
    const before = state.ranMs
    await pass(100)
    expect((state.ranMs - before) / 100_000).toBeGreaterThan(0.08)
    expect((state.ranMs - before) / 100_000).toBeLessThan(0.12)
    added[Symbol.dispose]()
    end()
  },
)

test('R14.12 the next child is paused too, and the share is that of both', async () => {
  const { state, throttle, child, end } = machine()
  for (let count = 0; count < 20; count += 1) {
    const added = throttle.add(child)
    await pass(1)
    added[Symbol.dispose]()
  }
  expect(state.ranMs).toBeLessThan(3500)
  end()
})

test('R14.12 a child that gets little of the processors is not paused', async () => {
  const { state, throttle, child, end } = machine()
  const pause = vi.spyOn(child, 'pause')
  throttle.add({ ...child, processorMs: () => 0 })
  await pass(60)
  expect(pause).not.toHaveBeenCalled()
  expect(state.ranMs).toBe(60_000)
  end()
})

test('R14.13 it asks once a second, and only while more than half of the processors are busy', async () => {
  const { state, throttle, child, end } = machine()
  state.busy = 0.4
  throttle.add(child)
  await pass(60)
  expect(state).toMatchObject({ asked: 0, isPaused: false, ranMs: 60_000 })
  state.busy = 0.6
  await pass(10)
  expect(state.asked).toBeGreaterThanOrEqual(8)
  expect(state.asked).toBeLessThanOrEqual(10)
  expect(state.ranMs).toBeLessThan(63_000)
  end()
})

test('R14.13 it lets children run three seconds after the urgent work, and when nobody answers', async () => {
  const { state, throttle, child, end } = machine()
  throttle.add(child)
  await pass(10)
  state.isUrgent = false
  await pass(4)
  const before = state.ranMs
  await pass(10)
  expect(state.ranMs - before).toBeGreaterThan(9900)
  const failing = createChildThrottle({
    isUrgent: async () => {
      throw new Error('The database is away.')
    },
    busyShare: () => 1,
  })
  failing.add(child)
  await pass(10)
  expect(state.isPaused).toBe(false)
  end()
})

test('R14.13 work of a low priority does not make processors busy', () => {
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 }
  const share = watchUrgentWork(() => [{ model: '', speed: 0, times: { ...times } }])
  times.nice = 90
  times.idle = 10
  expect(share()).toBe(0)
  times.user = 50
  times.sys = 25
  times.nice += 25
  expect(share()).toBe(0.75)
  expect(share()).toBe(0)
})
