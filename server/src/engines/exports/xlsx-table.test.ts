import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { HARD_ROWS, HARD_TEXTS, tableOf } from './export-table.test-data.ts'
import { xlsxTable } from './xlsx-table.ts'
import type { Cell } from './export-table.ts'

async function read(rows: readonly (readonly Cell[])[], maxSheetRows?: number) {
  const bytes = await buffer(xlsxTable(tableOf(rows), maxSheetRows))
  return { bytes, book: xlsx.read(bytes, { cellFormula: true, cellDates: true, UTC: true }) }
}

const rowsOf = (sheet: xlsx.WorkSheet | undefined) =>
  sheet ? xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null }) : []

/** As a spreadsheet has a text: disarmed, and with line feeds only. */
const shown = (text: string) => (/^[=+\-@＝\t]/u.test(text) ? `'${text}` : text).replaceAll('\r\n', '\n')

test('R22.4 V1.2.10 an XLSX file has every text exactly, and no formulas', async () => {
  const { book } = await read(HARD_ROWS)
  const [, ...rows] = rowsOf(book.Sheets['Documents'])
  expect(rows.map(([, name]) => name ?? '')).toEqual(HARD_TEXTS.map(shown))
  const cells = Object.values(book.Sheets['Documents'] ?? {}) as xlsx.CellObject[]
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
})

test('R22.5 an XLSX file has real numbers and dates, in the local time of the zone that the heading names', async () => {
  const { book } = await read(HARD_ROWS)
  const sheet = book.Sheets['Documents']
  const [headings, ...rows] = rowsOf(sheet)
  expect(headings).toEqual(['File ID', 'Name', 'Date (America/Chicago)', 'Day', 'Value'])
  expect(rows[1]).toEqual([2, "'+1+1", new Date('2026-11-01T00:59:58Z'), null, 1000.25])
  const cell = (place: string) => sheet?.[place] as xlsx.CellObject
  expect([cell('A2').t, cell('C2').t, cell('D2').t, cell('E3').t]).toEqual(['n', 'd', 'd', 'n'])
  expect([cell('C2').w, cell('C4').w, cell('C5').w]).toEqual([
    '2026-10-31 23:59:58',
    '2026-11-01 01:59:58',
    '2026-11-01 01:59:58',
  ])
  expect([cell('D2').w, cell('E3').w]).toEqual(['2024-02-29', '1,000.25'])
})

test('R22.6 an XLSX file freezes its headings and filters by them; the last sheet says what it contains', async () => {
  const { bytes, book } = await read(HARD_ROWS)
  expect(book.SheetNames).toEqual(['Documents', 'About'])
  expect(book.Sheets['Documents']?.['!autofilter']).toEqual({ ref: 'A1:E13' })
  expect(rowsOf(book.Sheets['About'])).toEqual([
    ['List', 'Documents'],
    ['As of', '2026-04-20 10:00:00 (America/Chicago)'],
  ])
  const files = xlsx.CFB.read(bytes, { type: 'buffer' })
  const xml = String(xlsx.CFB.find(files, '/xl/worksheets/sheet1.xml')?.content)
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
})

test('R22.7 rows that do not fit on a sheet are on the next one, and a text longer than a cell ends with an ellipsis', async () => {
  const long = 'x'.repeat(40_000)
  const { book } = await read([...HARD_ROWS.slice(0, 4), [5, long, null, null, null]], 2)
  expect(book.SheetNames).toEqual(['Documents', 'Documents 2', 'Documents 3', 'About'])
  const ids = book.SheetNames.slice(0, 3).map((name) => rowsOf(book.Sheets[name]).map(([id]) => id))
  expect(ids).toEqual([
    ['File ID', 1, 2],
    ['File ID', 3, 4],
    ['File ID', 5],
  ])
  expect(rowsOf(book.Sheets['Documents 3'])[1]?.[1]).toBe(`${long.slice(0, 32_766)}…`)
  const exact = await read(HARD_ROWS.slice(0, 2), 2)
  expect(exact.book.SheetNames).toEqual(['Documents', 'About'])
})

test('R22.8 a reader who leaves ends the reading of rows, and rows that fail end the file', async () => {
  const left = Promise.withResolvers<number>()
  let portionsRead = 0
  const portions = (async function* () {
    try {
      for (; ; portionsRead += 1) yield HARD_ROWS
    } finally {
      left.resolve(portionsRead)
    }
  })()
  const body = xlsxTable({ ...tableOf([]), portions })
  // The first bytes of the archive come before any row.
  body.on('data', () => portionsRead > 0 && body.destroy())
  expect(await left.promise).toBeGreaterThan(0)
  const failing = (async function* () {
    yield HARD_ROWS
    throw new Error('The rows fail.')
  })()
  await expect(buffer(xlsxTable({ ...tableOf([]), portions: failing }))).rejects.toThrow('The rows fail.')
})
