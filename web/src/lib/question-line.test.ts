import { expect, test } from 'vitest'
import { dueText, questionLine } from './question-line.ts'

test('R26.37 the due day says whether the answer is late', () => {
  const today = '2026-12-04'
  expect(['2026-12-03', '2026-12-04', '2026-12-05', '2027-01-31'].map((day) => dueText(day, today))).toEqual([
    'Overdue since 12/3/26',
    'Due today',
    'Due 12/5/26',
    'Due 1/31/27',
  ])
})

test('R26.31 the line of a question has its points and its text', () => {
  expect(questionLine({ Points: ['The signature'], Text: '' })).toBe('The signature')
  expect(questionLine({ Points: ['The signature'], Text: 'Which well?' })).toBe('The signature · Which well?')
})
