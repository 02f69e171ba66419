import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { deleteFailureText } from './use-delete.ts'

function failure(status: number, told: { error?: string } = {}) {
  return new CallError({
    status,
    message: told.error ?? 'stands in',
    fromServer: told.error !== undefined,
  })
}

describe('why a deletion failed', () => {
  test('S8.25 the text of the server comes first', () => {
    expect(deleteFailureText(failure(409, { error: 'This file is in the recycle bin.' }))).toBe(
      'This file is in the recycle bin.',
    )
  })

  test('S8.26 a 403 without a text, and anything else without one', () => {
    expect(deleteFailureText(failure(403))).toBe('Unauthorized to delete this file.')
    expect(deleteFailureText(failure(500))).toBe('Delete failed. Please try again.')
    expect(deleteFailureText(failure(0))).toBe('Delete failed. Please try again.')
    expect(deleteFailureText(new TypeError('boom'))).toBe('Delete failed. Please try again.')
  })
})
