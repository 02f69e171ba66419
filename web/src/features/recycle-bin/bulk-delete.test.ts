import { describe, expect, test, vi } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { deleteSelected, type DeletionCalls } from './bulk-delete.ts'

type Failed = { status: number; statusText?: string; error?: string }

function failure({ status, statusText, error }: Failed): CallError {
  return new CallError({
    status,
    statusText,
    message: error ?? 'Failed to permanently delete file.',
    fromServer: error !== undefined,
  })
}

/** Calls that fail as given; `one` by file id. */
function calls({ many, one = {} }: { many?: Failed; one?: Record<number, Failed> }) {
  return {
    many: vi.fn<DeletionCalls['many']>(async () => {
      if (many) throw failure(many)
    }),
    one: vi.fn<DeletionCalls['one']>(async (id) => {
      const failed = one[id]
      if (failed) throw failure(failed)
    }),
  }
}

const DONE = { gone: [3, 1, 2], tone: 'success', text: 'Selected files deleted permanently.' }

test('one call deletes all', async () => {
  const { many, one } = calls({})
  expect(await deleteSelected([3, 1, 2], { many, one })).toEqual(DONE)
  expect(many).toHaveBeenCalledExactlyOnceWith([3, 1, 2])
  expect(one).not.toHaveBeenCalled()
})

describe('a refusal of the one call deletes nothing', () => {
  test.each<[Failed, string]>([
    [{ status: 500, statusText: 'Internal Server Error' }, 'Bulk delete failed: Internal Server Error'],
    [{ status: 502, statusText: '' }, 'Bulk delete failed: 502'],
    [
      { status: 409, statusText: 'Conflict', error: 'This file is not in the recycle bin.' },
      'This file is not in the recycle bin.',
    ],
    [{ status: 0 }, 'Network error while deleting selected files.'],
  ])('S8.36 %j', async (many, text) => {
    const { one, ...others } = calls({ many })
    expect(await deleteSelected([1, 2], { one, ...others })).toEqual({ gone: [], tone: 'error', text })
    expect(one).not.toHaveBeenCalled()
  })

  test('an error that is not a failed call', async () => {
    const others = calls({})
    others.many.mockRejectedValue(new TypeError('fetch failed'))
    const { text } = await deleteSelected([1], others)
    expect(text).toBe('Network error while deleting selected files.')
  })
})

describe('a server without that call', () => {
  const many = { status: 404 }

  test('S7.28 gets one call after another', async () => {
    const { one, ...others } = calls({ many })
    expect(await deleteSelected([3, 1, 2], { one, ...others })).toEqual(DONE)
    expect(one.mock.calls).toEqual([[3], [1], [2]])
  })

  test('counts files that another person deleted as gone', async () => {
    expect(await deleteSelected([3, 1, 2], calls({ many, one: { 1: { status: 404 } } }))).toEqual(DONE)
  })

  test('continues after a refusal, with the first reason and the number of remaining files', async () => {
    const one = { 1: { status: 403, error: 'Not yours.' }, 3: { status: 500 } }
    expect(await deleteSelected([1, 2, 3, 4], calls({ many, one }))).toEqual({
      gone: [2, 4],
      tone: 'error',
      text: 'Not yours. 2 of 4 selected files were not deleted.',
    })
    expect((await deleteSelected([3], calls({ many, one }))).text).toBe(
      'Failed to permanently delete file. 1 of 1 selected files were not deleted.',
    )
  })

  test('stops if the network fails', async () => {
    const { one, ...others } = calls({ many, one: { 2: { status: 0 } } })
    expect(await deleteSelected([1, 2, 3], { one, ...others })).toEqual({
      gone: [1],
      tone: 'error',
      text: 'Network error while deleting selected files.',
    })
    expect(one).toHaveBeenCalledTimes(2)
  })
})
