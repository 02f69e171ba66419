import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { deleteFailureText, deletionProblem, uploadAlert, uploadFailure } from './failure-texts.ts'

function failure(status: number, told: { error?: string; details?: string } = {}) {
  return new CallError({
    status,
    message: told.error ?? 'stands in',
    fromServer: told.error !== undefined,
    details: told.details,
  })
}

function reasonOf(given: unknown) {
  return uploadFailure(given).reason
}

function alertOf(...failures: unknown[]) {
  return uploadAlert(
    failures.map((given, id) => ({
      id,
      file: new File([], `${id}.pdf`),
      standing: { state: 'failed', ...uploadFailure(given) },
    })),
  )
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
  test('the details of the server, else its error, else the text of the catalogue', () => {
    expect(reasonOf(failure(415, { error: 'Refused.', details: 'a.pdf: infected.' }))).toBe(
      'a.pdf: infected.',
    )
    expect(reasonOf(failure(415, { error: 'a.pdf is empty.' }))).toBe('a.pdf is empty.')
    expect(reasonOf(failure(500))).toBe('One or more uploads failed.')
    expect(reasonOf(new TypeError('boom'))).toBe('One or more uploads failed.')
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
