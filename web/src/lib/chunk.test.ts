import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkError, loadChunk, loadOptionalChunk, onPartMissing } from './chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('returns the loaded part and leaves no timer', async () => {
  await expect(loadChunk(3, async () => 'page')).resolves.toBe('page')
  expect(vi.getTimerCount()).toBe(0)
})

test('S8.40 a part that fails to load says so in the words of the catalog', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const failure = loadChunk(4, () => Promise.reject(cause))
  await expect(failure).rejects.toThrow(new ChunkError(4))
  await expect(failure).rejects.toThrow('Loading chunk 4 failed')
})

test('S8.41 S9.23 a part that never responds times out after 120 s, not before', async () => {
  let failure: unknown = null
  void loadChunk(5, () => new Promise(() => {})).catch((error: unknown) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toBeInstanceOf(ChunkError)
})

test('R7.26 an optional part of a screen is reported too, and after 120 s at the latest', async () => {
  const told: string[] = []
  onPartMissing(({ message }) => void told.push(message))
  await expect(loadOptionalChunk(12, async () => 'rules')).resolves.toBe('rules')
  await expect(loadOptionalChunk(12, () => Promise.reject(new TypeError('gone')))).resolves.toBeNull()
  expect(told).toEqual(['Loading chunk 12 failed'])
  const late = loadOptionalChunk(13, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(told).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(late).resolves.toBeNull()
  expect(told).toEqual(['Loading chunk 12 failed', 'Loading chunk 13 failed'])
})

test('a part that failed before there was a listener is reported once there is one', async () => {
  vi.resetModules()
  const fresh = await import('./chunk.ts')
  vi.spyOn(console, 'error').mockReturnValue()
  await fresh.loadOptionalChunk(7, () => Promise.reject(new Error('away')))
  const told: string[] = []
  fresh.onPartMissing(({ message }) => void told.push(message))
  fresh.onPartMissing(({ message }) => void told.push(message))
  expect(told).toEqual(['Loading chunk 7 failed'])
})
