import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t=1"],
])('R9.3 V1.2.10 a cell with %j is written to CSV so that it is neither cut nor run', (text, cell) => {
  expect(csvLine([text, 'next'])).toBe(`${cell},next\r\n`)
})
