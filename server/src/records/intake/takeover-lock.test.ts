import { TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { expect, test } from 'vitest'
import { createTakeoverLock } from './takeover-lock.ts'

test('whoever comes next has the one before stop, and begins once it has', async () => {
  const takeoverLock = createTakeoverLock()
  const told: string[] = []
  const mayEnd = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  const first = takeoverLock('upload', async (signal) => {
    hasBegun.resolve()
    signal.addEventListener('abort', () => told.push('told to stop'))
    await mayEnd.promise
    told.push('stopped')
    signal.throwIfAborted()
  })
  await hasBegun.promise
  const second = takeoverLock('upload', async () => void told.push('goes on'))
  const other = takeoverLock('another upload', async () => void told.push('is let alone'))
  await other
  expect(told).toEqual(['told to stop', 'is let alone'])
  mayEnd.resolve()
  expect(await Promise.allSettled([first, second])).toMatchObject([
    { status: 'rejected', reason: { code: TAKEN_OVER.code } },
    { status: 'fulfilled' },
  ])
  expect(told).toEqual(['told to stop', 'is let alone', 'stopped', 'goes on'])
})

test('of several who wait only the last goes on', async () => {
  const takeoverLock = createTakeoverLock()
  const calls = ['first', 'second', 'third'].map((name) => takeoverLock('upload', async () => name))
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: 'rejected', reason: { code: TAKEN_OVER.code } },
    { status: 'rejected', reason: { code: TAKEN_OVER.code } },
    { status: 'fulfilled', value: 'third' },
  ])
})
