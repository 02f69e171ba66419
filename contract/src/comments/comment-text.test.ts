import { expect, test } from 'vitest'
import { charactersOf, cleanText } from './comment-text.ts'

test.each([
  ['\u200B\u2060', ''],
  [' \u200E\uFEFF\u3164\u2800 ', ''],
  ['\u0007\u001B', ''],
  ['\u001B[31mWhich\u0007 well?\u007F', '[31mWhich well?'],
  ['One\r\nTwo\tThree\rFour ', 'One\nTwo\tThree\nFour'],
  ['\u{1F468}\u200D\u{1F469}', '\u{1F468}\u200D\u{1F469}'],
  ['\u05E9\u05DC\u05D5\u05DD', '\u05E9\u05DC\u05D5\u05DD'],
])('R23.14 %j is the text %j', (typed, text) => {
  expect(cleanText(typed)).toBe(text)
  expect(charactersOf(typed)).toBe(Array.from(text).length)
})
