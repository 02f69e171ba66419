import { buffer } from 'node:stream/consumers'
import { parse } from 'papaparse'
import { expect, test } from 'vitest'
import { openInLibreOffice } from '../../testing/engines/libreoffice.ts'
import { csvOf, HARD_ROWS, tableOf } from './export-table.test-data.ts'
import { xlsxTable } from './xlsx-table.ts'

const rowsOf = (text: string) => parse<string[]>(text, { skipEmptyLines: true }).data

/** The filled cells of a column. */
const filled = (at: number) => HARD_ROWS.filter((row) => row[at] !== null).length

test('R22.4 R22.5 R22.6 LibreOffice shows the XLSX file as the CSV file, with dates, numbers and a filter, and without formulas', async () => {
  const { csv, xml } = await openInLibreOffice(await buffer(xlsxTable(tableOf(HARD_ROWS))), 'Documents')
  const expected = (await csvOf(HARD_ROWS)).replace('\uFEFF', '')
  const shown = rowsOf(csv).map(([id, name, date, day, value]) => [
    id,
    name,
    date,
    day,
    value && Number(value),
  ])
  const exported = rowsOf(expected).map(([id, name, date, day, value]) => [
    id,
    name?.replaceAll('\r\n', '\n'),
    date,
    day,
    value && Number(value),
  ])
  expect(shown).toEqual(exported)
  const countOf = (type: string) => xml.split(`office:value-type="${type}"`).length - 1
  expect([countOf('date'), countOf('float')]).toEqual([filled(2) + filled(3), filled(0) + filled(4)])
  expect(xml).toContain('table:display-filter-buttons="true"')
  expect(xml).not.toContain('table:formula')
})
