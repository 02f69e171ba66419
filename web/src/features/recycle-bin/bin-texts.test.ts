import { expect, test } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { failureText } from '../../lib/failure-text.ts'
import { restoreFailureText } from '../../lib/restore-file.ts'
import { bulkQuestion, deleteFailureText, extentText } from './bin-texts.ts'
import { binQuery } from './recycle-bin.queries.ts'

const loadFailureText = (failure: unknown) => failureText(failure, binQuery().fallback)

test('S8.34 the server’s text comes first, then that of the error catalog', () => {
  const told = new CallError({
    status: 409,
    message: 'This file is not in the recycle bin.',
    fromServer: true,
  })
  for (const textOf of [loadFailureText, restoreFailureText, deleteFailureText]) {
    expect(textOf(told)).toBe('This file is not in the recycle bin.')
  }
  const unknown = new Error('no idea')
  expect(loadFailureText(unknown)).toBe('Failed to load deleted files.')
  expect(restoreFailureText(unknown)).toBe('Failed to restore file.')
  expect(deleteFailureText(unknown)).toBe('Failed to permanently delete file.')
})

test('the question names the number of files', () => {
  expect(bulkQuestion(3)).toBe('Permanently delete 3 item(s)? This cannot be undone.')
})

test('the visible part of the bin', () => {
  expect(extentText({ shown: 1, total: 1 })).toBe('1 deleted file')
  expect(extentText({ shown: 1000, total: 1000 })).toBe('1,000 deleted files')
  expect(extentText({ shown: 1000, total: 12_345 })).toBe(
    'The newest 1,000 of 12,345 deleted files are shown.',
  )
})
