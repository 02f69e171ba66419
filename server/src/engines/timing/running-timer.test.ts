import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRunningTimer } from './running-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('R14.14 a pause does not count against a limit of time', () => {
  const onEnd = vi.fn<() => void>()
  const timer = startRunningTimer(1000, onEnd)
  vi.advanceTimersByTime(400)
  timer.pause()
  timer.pause()
  vi.advanceTimersByTime(3_600_000)
  expect(onEnd).not.toHaveBeenCalled()
  timer.resume()
  timer.resume()
  vi.advanceTimersByTime(599)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})
