import { expect, test } from 'vitest'
import { defineError, fillError, sentenceOf, type FilledError } from './error.ts'

const TOO_LARGE = defineError({
  code: 'file.too_large',
  status: 413,
  sentence: '{fileName} has more than {megabytes} MB.',
})

test('the values of a request fill in the sentence, each at its place', () => {
  expect(sentenceOf(TOO_LARGE, { fileName: 'a.pdf', megabytes: 50 })).toBe('a.pdf has more than 50 MB.')
})

test('a person’s input is a value, never a sentence with placeholders', () => {
  expect(sentenceOf(TOO_LARGE, { fileName: "{megabytes}$&$'.pdf", megabytes: 50 })).toBe(
    "{megabytes}$&$'.pdf has more than 50 MB.",
  )
})

test('a missing value does not compile, and its name stays at its place', () => {
  // @ts-expect-error megabytes is missing
  expect(sentenceOf(TOO_LARGE, { fileName: 'a.pdf' })).toBe('a.pdf has more than {megabytes} MB.')
})

test('an error with placeholders needs its values: without them it does not compile', () => {
  const filled: FilledError = fillError(TOO_LARGE, { fileName: 'a.pdf', megabytes: 50 })
  expect(filled).toEqual({ ...TOO_LARGE, values: { fileName: 'a.pdf', megabytes: 50 } })
  // @ts-expect-error its values are missing
  const unfilled: FilledError = TOO_LARGE
  expect(unfilled.values).toBeUndefined()
})
