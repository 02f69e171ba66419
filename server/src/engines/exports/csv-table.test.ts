import { expect, test } from 'vitest'
import { csvOf, HARD_ROWS } from './export-table.test-data.ts'

test('R22.4 V1.2.10 a CSV file has plain numbers, local moments with their zone in the heading, and no formulas', async () => {
  expect((await csvOf(HARD_ROWS.slice(0, 7))).split('\r\n')).toEqual([
    '\uFEFFFile ID,Name,Date (America/Chicago),Day,Value',
    `1,"'=HYPERLINK(""http://x.example"",""Click"")",2026-10-31 23:59:58,2024-02-29,`,
    "2,'+1+1,2026-11-01 00:59:58,,1000.25",
    "3,'-2,2026-11-01 01:59:58,2024-02-27,2000.50",
    "4,'@SUM(A1),2026-11-01 01:59:58,,",
    "5,'＝1+1,2026-11-01 02:59:58,2024-02-25,4001.00",
    "6,'\t=1,2026-11-01 03:59:58,,5001.25",
    '7,"Reeves, ""West""',
    'Second line",2026-11-01 04:59:58,2024-02-23,',
    '',
  ])
})

test('R22.1 portions of any size make the same file, also without rows', async () => {
  expect(await csvOf(HARD_ROWS, 1)).toBe(await csvOf(HARD_ROWS, 100))
  expect(await csvOf([])).toBe('\uFEFFFile ID,Name,Date (America/Chicago),Day,Value\r\n')
})
