import { describe, expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { failureAtFile, uploadAlert, uploadFailure } from './failure-texts.ts'
import { canSend, isUnstored } from './upload-state.ts'
import { retryText } from './upload-texts.ts'

function failure(status: number, body: { error?: string; details?: string; code?: string } = {}) {
  return new CallError({
    status,
    message: body.error ?? 'a text of the browser',
    fromServer: body.error !== undefined,
    details: body.details,
    code: body.code,
  })
}

const rowOf = (error: unknown) => failureAtFile(uploadFailure(error))
const alertOf = (error: unknown) => uploadAlert(uploadFailure(error))

const INFECTED = failure(415, {
  error: 'one.pdf: refused.',
  details: 'A virus was found in one.pdf: Eicar.',
  code: 'upload.infected',
})

describe('why a file was not stored', () => {
  test("R5.60 is the server's own sentence, and never repeats the alert", () => {
    expect(rowOf(failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' }))).toBe('Refused.')
    expect(rowOf(failure(415, { error: 'a.pdf is empty.' }))).toBe('a.pdf is empty.')
    for (const body of [
      {},
      { error: 'One or more uploads failed.' },
      { details: 'Found in it: Eicar.' },
      { error: 'Found in it: Eicar.', details: 'Found in it: Eicar.' },
    ]) {
      expect(rowOf(failure(500, body))).toBe('This file was not stored.')
    }
    expect(rowOf(new TypeError('boom'))).toBe('This file was not stored.')
  })
})

describe('a file with a virus', () => {
  test('says that it was refused and what to do', () => {
    expect(rowOf(INFECTED)).toBe('one.pdf: refused. Remove it, then send a clean copy.')
    expect(rowOf(failure(415, { code: 'upload.infected' }))).toBe(
      'This file was not stored. Remove it, then send a clean copy.',
    )
    expect(retryText(uploadFailure(INFECTED))).toBe(
      'A file with a virus is not sent again. Remove it from the list.',
    )
  })

  test('is not sent again, and not stored for later; another failed file is', () => {
    const infected = { state: 'failed', ...uploadFailure(INFECTED) } as const
    expect([canSend(infected), isUnstored(infected)]).toEqual([false, false])
    const failed = { state: 'failed', ...uploadFailure(failure(503)) } as const
    expect([canSend(failed), isUnstored(failed)]).toEqual([true, true])
    expect(retryText(uploadFailure(failure(503)))).toBe('')
  })
})

test("S7.21 S8.29 R5.60 the alert has the server's details, or the text of the catalog", () => {
  expect(alertOf(INFECTED)).toBe('A virus was found in one.pdf: Eicar.')
  expect(alertOf(failure(415, { error: 'a.pdf is empty.' }))).toBe('One or more uploads failed.')
})
