import { expect, test } from 'vitest'
import { columnsOf } from './owner-columns.test-data.ts'
import { searchForm } from '@portal/contract/owners/search-form.ts'
import { readRoll, textAt } from './owner-roll.ts'

test('a roll returns every text and value, row by row', () => {
  const roll = readRoll(
    columnsOf([
      ['Ångström İnş. ß', 1234.5, null, '00A', 'Pérez & Söhne'],
      ['', null, -0.01],
      ['Zoë "Z" \r\n Ruiz', 0, 9_999_999_999_999.99, '7', ''],
    ]),
  )
  expect(roll.count).toBe(3)
  const rows = [0, 1, 2]
  expect([...roll.partyNumbers]).toEqual([1001, 1002, 1003])
  expect(rows.map((row) => textAt(roll.names, row))).toEqual(['Ångström İnş. ß', '', 'Zoë "Z" \r\n Ruiz'])
  expect(rows.map((row) => textAt(roll.cadIds, row))).toEqual(['00A', '', '7'])
  expect(rows.map((row) => textAt(roll.agents, row))).toEqual(['Pérez & Söhne', '', ''])
  expect([...roll.currentValues]).toEqual([1234.5, Number.NaN, 0])
  expect([...roll.priorValues]).toEqual([Number.NaN, -0.01, 9_999_999_999_999.99])
  expect(rows.map((row) => textAt(roll.searchNames, row))).toEqual(['ångström inş. ss', '', 'zoë "z" ruiz'])
})

test('R6.25 a value that is not numeric is missing, an empty text too', () => {
  const values: unknown[] = ['', ' ', 'N/A', '1234.50', 0]
  const columns = columnsOf(values.map((_value, row) => [`Owner ${row}`, null, null]))
  const roll = readRoll({ ...columns, CurrentValue: values as number[] })
  expect([...roll.currentValues]).toEqual([Number.NaN, Number.NaN, Number.NaN, 1234.5, 0])
})

test('a roll without rows has none', () => {
  expect(readRoll(columnsOf([])).count).toBe(0)
})

test.each([
  ['OIL', 'oil'],
  ['STRASSE', 'straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['İSTANBUL', 'istanbul'],
  ['Pe\u0301rez', 'P\u00C9REZ'],
  ['two  words', 'two\u00A0words'],
])('%s is found by %s', (name, term) => {
  expect(searchForm(name)).toBe(searchForm(term))
})

test('an accent makes another letter', () => {
  expect(searchForm('Peña')).not.toBe(searchForm('Pena'))
})
