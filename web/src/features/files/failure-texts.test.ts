import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call.ts'
import {
  deleteFailureText,
  deletionProblem,
  failureAtFile,
  uploadAlert,
  uploadFailure,
} from './failure-texts.ts'
import type { Batch } from './upload-batch.ts'

function failure(status: number, told: { error?: string; details?: string } = {}) {
  return new CallError({
    status,
    message: told.error ?? 'stands in',
    fromServer: told.error !== undefined,
    details: told.details,
  })
}

function batchOf(failures: readonly unknown[]): Batch {
  return failures.map((given, id) => ({
    id,
    file: new File([], `${id}.pdf`),
    standing: { state: 'failed', ...uploadFailure(given) },
  }))
}

function alertOf(...failures: unknown[]) {
  return uploadAlert(batchOf(failures))
}

/** What stands at each of the files that failed so. */
function rowsOf(...failures: unknown[]) {
  const batch = batchOf(failures)
  return failures.map((given) => failureAtFile(uploadFailure(given), batch))
}

describe('why a deletion failed', () => {
  test('the text of the server comes first', () => {
    expect(deleteFailureText(failure(409, { error: 'This file is in the recycle bin.' }))).toBe(
      'This file is in the recycle bin.',
    )
  })

  test('a 403 without a text, and anything else without one', () => {
    expect(deleteFailureText(failure(403))).toBe('Unauthorized to delete this file.')
    expect(deleteFailureText(failure(500))).toBe('Delete failed. Please try again.')
    expect(deleteFailureText(failure(0))).toBe('Delete failed. Please try again.')
    expect(deleteFailureText(new TypeError('boom'))).toBe('Delete failed. Please try again.')
  })
})

describe('a deletion answered 200', () => {
  test('with the success flag is one', () => {
    expect(deletionProblem({ success: true })).toBe(null)
  })

  test('without it is none, and says why where the answer does', () => {
    expect(deletionProblem({ success: false, error: 'A hold is on this file.' })).toBe(
      'A hold is on this file.',
    )
    expect(deletionProblem({ error: 'A hold is on this file.' })).toBe('A hold is on this file.')
    for (const answer of [{}, { success: false }, { error: ' ' }, { error: 7 }, null, 'done', []]) {
      expect(deletionProblem(answer)).toBe('Unexpected error occurred.')
    }
  })
})

describe('why a file was not stored', () => {
  test("the server's own sentence, and never the words of the alert once more", () => {
    const detailed = failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' })
    expect(rowsOf(detailed, detailed)).toEqual(['Refused.', 'Refused.'])
    expect(rowsOf(failure(415, { error: 'a.pdf is empty.' }))).toEqual(['a.pdf is empty.'])
    for (const told of [
      {},
      { error: 'One or more uploads failed.' },
      { details: 'Found in it: Eicar.' },
      { error: 'Found in it: Eicar.', details: 'Found in it: Eicar.' },
    ]) {
      expect(rowsOf(failure(500, told))).toEqual(['This file was not stored.'])
    }
    expect(rowsOf(new TypeError('boom'))).toEqual(['This file was not stored.'])
  })

  test('of several details each file has its own', () => {
    const first = failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' })
    const second = failure(415, { error: 'Refused.', details: 'Found in it: a macro.' })
    expect(rowsOf(first, second, failure(500))).toEqual([
      'Found in it: Eicar.',
      'Found in it: a macro.',
      'This file was not stored.',
    ])
  })
})

describe('the alert of an upload', () => {
  test("speaks the server's details, each text once, else the text of the catalogue", () => {
    const infected = failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' })
    expect(alertOf(infected, failure(500), infected)).toBe('Found in it: Eicar.')
    expect(alertOf(failure(415, { error: 'a.pdf is empty.' }), failure(500))).toBe(
      'One or more uploads failed.',
    )
  })

  test('speaks three details at most: each row has its own', () => {
    const refusals = ['One.', 'Two.', 'Three.', 'Four.'].map((details) => failure(415, { details }))
    expect(alertOf(...refusals)).toBe('One. Two. Three.')
  })
})
