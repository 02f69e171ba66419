import { buffer } from 'node:stream/consumers'
import type { Cell, ExportTable } from './export-table.ts'
import { csvTable } from './csv-table.ts'

/** Texts that are hard for a file. */
export const HARD_TEXTS = [
  '=HYPERLINK("http://x.example","Click")',
  '+1+1',
  '-2',
  '@SUM(A1)',
  '＝1+1',
  '\t=1',
  'Reeves, "West"\r\nSecond line',
  ' spaces at both ends ',
  '<b>&amp;</b> _x0041_ \u0001\u001F end',
  'Peña 😀 — ünïcode',
  '007',
  '',
]

/** A table with a column of each type. */
export function tableOf(rows: readonly (readonly Cell[])[], rowsInPortion = 3): ExportTable {
  return {
    title: 'Documents',
    at: new Date('2026-04-20T15:00:00Z'),
    timeZone: 'America/Chicago',
    about: () => [
      ['List', 'Documents'],
      ['As of', '2026-04-20 10:00:00 (America/Chicago)'],
    ],
    columns: [
      { title: 'File ID', kind: 'integer' },
      { title: 'Name', kind: 'text' },
      { title: 'Date', kind: 'moment' },
      { title: 'Day', kind: 'date' },
      { title: 'Value', kind: 'amount' },
    ],
    portions: portionsOf(rows, rowsInPortion),
  }
}

async function* portionsOf(rows: readonly (readonly Cell[])[], size: number) {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size)
}

/** A row for each hard text. The moments are around the end of daylight saving time. */
export const HARD_ROWS = HARD_TEXTS.map((name, at): Cell[] => [
  at + 1,
  name,
  new Date(Date.UTC(2026, 10, 1, 4 + at, 59, 58)).toISOString(),
  at % 2 === 0 ? `2024-02-${String(29 - at).padStart(2, '0')}` : null,
  at % 3 === 0 ? null : at * 1000.25,
])

export async function csvOf(rows: readonly (readonly Cell[])[], rowsInPortion?: number): Promise<string> {
  return String(await buffer(csvTable(tableOf(rows, rowsInPortion))))
}
