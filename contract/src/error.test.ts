import { expect, test } from 'vitest'
import { defineError, fillError, sentenceOf, type FilledError } from './error.ts'

const TOO_LARGE = defineError({
  code: 'file.too_large',
  status: 413,
  sentence: '{fileName} has more than {megabytes} MB.',
})

test('the values of a request fill in the sentence, each in its place', () => {
  expect(sentenceOf(TOO_LARGE, { fileName: 'a.pdf', megabytes: 50 })).toBe('a.pdf has more than 50 MB.')
})

test('what a person has named is a value, never a sentence to be filled in', () => {
  expect(sentenceOf(TOO_LARGE, { fileName: "{megabytes}$&$'.pdf", megabytes: 50 })).toBe(
    "{megabytes}$&$'.pdf has more than 50 MB.",
  )
})

test('a value that is missing does not compile, and its name stays where it would stand', () => {
  // @ts-expect-error megabytes is missing
  expect(sentenceOf(TOO_LARGE, { fileName: 'a.pdf' })).toBe('a.pdf has more than {megabytes} MB.')
})

test('an error with placeholders is complete with its values only: without them it does not compile', () => {
  const filled: FilledError = fillError(TOO_LARGE, { fileName: 'a.pdf', megabytes: 50 })
  expect(filled).toEqual({ ...TOO_LARGE, values: { fileName: 'a.pdf', megabytes: 50 } })
  // @ts-expect-error its values are missing
  const unfilled: FilledError = TOO_LARGE
  expect(unfilled.values).toBeUndefined()
})
