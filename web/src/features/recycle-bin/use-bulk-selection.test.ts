import { expect, test, vi } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { restoreSelected } from './use-bulk-selection.ts'

const failure = (status: number, message: string) => new CallError({ status, message, fromServer: true })

test('restores each, and says how many', async () => {
  const restore = vi.fn<(id: number) => Promise<void>>(async () => {})
  expect(await restoreSelected([5, 3], restore)).toEqual({
    gone: [5, 3],
    tone: 'success',
    text: '2 files restored successfully.',
  })
  expect(restore.mock.calls).toEqual([[5], [3]])
})

test('one file gets the message of a row', async () => {
  const outcome = await restoreSelected([5], async () => {})
  expect(outcome.text).toBe('File restored successfully.')
})

test('a refused file does not stop the others; the message has the reason and the count', async () => {
  const outcome = await restoreSelected([5, 4, 3], async (id) => {
    if (id === 4) throw failure(409, 'This file is not in the recycle bin.')
  })
  expect(outcome).toEqual({
    gone: [5, 3],
    tone: 'error',
    text: 'This file is not in the recycle bin. 2 of 3 selected files were restored.',
  })
})

test.each([0, 401])('after %i no more calls are sent', async (status) => {
  const restore = vi.fn<(id: number) => Promise<void>>(async () => {
    throw failure(status, 'No.')
  })
  const outcome = await restoreSelected([5, 4, 3], restore)
  expect(restore).toHaveBeenCalledOnce()
  expect(outcome).toEqual({ gone: [], tone: 'error', text: 'No. 0 of 3 selected files were restored.' })
})
