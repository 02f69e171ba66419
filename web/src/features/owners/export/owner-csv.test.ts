import { expect, test } from 'vitest'
import { columnsOf } from '../roll/owner-columns.test-data.ts'
import { csvFileName, csvOf } from './owner-csv.ts'
import { readRoll } from '../roll/owner-roll.ts'

const ROLL = readRoll(
  columnsOf([
    ['=HYPERLINK("x")', -5, 1234.5, '+1', '@agent'],
    ['Baker, "Bob"', null, 0, '007', 'Two\r\nlines'],
    ['Çelik-Ünal', 9_999_999_999_999.99, 0.1, '-12', ''],
  ]),
)

function csv(view: readonly number[], rowsInPiece?: number): string {
  return [...csvOf(ROLL, Uint32Array.from(view), rowsInPiece)].map(({ text }) => text).join('')
}

test('S9.27 R6.22 H01 V1.2.10 BOM, header, CRLF, plain numbers; formulas are disarmed in texts only', () => {
  expect(csv([0, 1, 2])).toBe(
    [
      '\uFEFFOwner Name,CAD Owner ID,Agent Name,Current Value,Prior Value',
      `"'=HYPERLINK(""x"")",'+1,'@agent,-5.00,1234.50`,
      '"Baker, ""Bob""",007,"Two\r\nlines",,0.00',
      "Çelik-Ünal,'-12,,9999999999999.99,0.10",
      '',
    ].join('\r\n'),
  )
})

test.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1'])('R6.26 H01 %j is not a formula', (name) => {
  const roll = readRoll(columnsOf([[name, 1, 1, '1', '']]))
  const [, line = ''] = [...csvOf(roll, Uint32Array.of(0))]
    .map(({ text }) => text)
    .join('')
    .split('\r\n')
  expect(line).toBe(`'${name},1,,1.00,1.00`)
})

test('S9.29 the rows of the view, in its order, for any size of pieces', () => {
  const lines = csv([2, 0], 1).split('\r\n')
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['\uFEFFOwn', 'Çeli', `"'=H`, ''])
  expect(csv([2, 0], 1)).toBe(csv([2, 0]))
})

test('reports its progress', () => {
  const shares = [...csvOf(ROLL, Uint32Array.of(0, 1, 2), 2)].map(({ share }) => share)
  expect(shares).toEqual([0, 2 / 3, 1])
})

test.each([
  ['Deaf Smith', 2026, 'owner-details_Deaf Smith_2026.csv'],
  ['A/B: "C"\n?', 2018, 'owner-details_A_B_ _C____2018.csv'],
  ['Peña', 2026, 'owner-details_Peña_2026.csv'],
  [12, 2025, 'owner-details_12_2025.csv'],
])('S9.28 R6.22 H02 the file of %j, %i is %s', (county, year, name) => {
  expect(csvFileName(county, year)).toBe(name)
})
