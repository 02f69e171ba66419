import { describe, expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { failureAtFile, uploadAlert, uploadFailure } from './failure-texts.ts'
import { toSend, unstoredFiles, type Batch } from './upload-batch.ts'

function failure(status: number, told: { error?: string; details?: string; code?: string } = {}) {
  return new CallError({
    status,
    message: told.error ?? 'stands in',
    fromServer: told.error !== undefined,
    details: told.details,
    code: told.code,
  })
}

function batchOf(failures: readonly unknown[]): Batch {
  return failures.map((given, id) => ({
    id,
    file: new File([], `${id}.pdf`),
    uploadState: { state: 'failed', ...uploadFailure(given) },
  }))
}

function alertOf(...failures: unknown[]) {
  return uploadAlert(batchOf(failures))
}

/** The texts in the rows of the files that failed this way. */
function rowsOf(...failures: unknown[]) {
  const batch = batchOf(failures)
  return failures.map((given) => failureAtFile(uploadFailure(given), batch))
}

describe('why a file was not stored', () => {
  test("R5.60 is the server's own sentence, and never repeats the alert", () => {
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

  test('is different for each file if there are several details', () => {
    const first = failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' })
    const second = failure(415, { error: 'Refused.', details: 'Found in it: a macro.' })
    expect(rowsOf(first, second, failure(500))).toEqual([
      'Found in it: Eicar.',
      'Found in it: a macro.',
      'This file was not stored.',
    ])
  })
})

function infected(name: string) {
  const details = `A virus was found in ${name}: Eicar.`
  return failure(415, { error: `${name}: refused.`, details, code: 'upload.infected' })
}

describe('a file with a virus', () => {
  test('says that it was refused and what to do, alone and among others', () => {
    expect(rowsOf(infected('one.pdf'))).toEqual(['one.pdf: refused. Remove it, then send a clean copy.'])
    expect(rowsOf(infected('one.pdf'), infected('two.pdf'))).toEqual([
      'A virus was found in one.pdf: Eicar. The file was refused. Remove it, then send a clean copy.',
      'A virus was found in two.pdf: Eicar. The file was refused. Remove it, then send a clean copy.',
    ])
  })

  test('is not sent again, and not stored for later; other failed files are', () => {
    const batch = batchOf([infected('one.pdf'), failure(503)])
    expect(toSend(batch).map(({ id }) => id)).toEqual([1])
    expect(unstoredFiles(batch).map(({ name }) => name)).toEqual(['1.pdf'])
  })
})

describe('the alert of an upload', () => {
  test("S7.21 S8.29 R5.60 has the server's details, each text once, or the text of the catalog", () => {
    const infected = failure(415, { error: 'Refused.', details: 'Found in it: Eicar.' })
    expect(alertOf(infected, failure(500), infected)).toBe('Found in it: Eicar.')
    expect(alertOf(failure(415, { error: 'a.pdf is empty.' }), failure(500))).toBe(
      'One or more uploads failed.',
    )
  })

  test('has at most three details, because each row has its own', () => {
    const refusals = ['One.', 'Two.', 'Three.', 'Four.'].map((details) => failure(415, { details }))
    expect(alertOf(...refusals)).toBe('One. Two. Three.')
  })
})
