import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows, worseRows, writeRows } from './last-run.ts'
import type { Row } from './report.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-last-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rate: Row = {
  work: 'list page',
  values: [0.8, 0.9, 0.7],
  goal: { atLeast: 0.7 },
  figures: '700 / 1000 requests a second',
  voided: [],
}
const time: Row = { ...rate, work: 'start', values: [1, 1.2, 1.1], unit: 's', goal: { atMost: 2 } }

test('exactly the rows that got worse by more than the range of the last run are named', () => {
  const last = [rate, time]
  expect(worseRows(last, last)).toEqual([])
  expect(
    worseRows(
      [
        { ...rate, values: [0.61] },
        { ...time, values: [1.29] },
      ],
      last,
    ),
  ).toEqual([])
  expect(
    worseRows(
      [
        { ...rate, values: [2] },
        { ...time, values: [0.1] },
      ],
      last,
    ),
  ).toEqual([])
  expect(
    worseRows(
      [
        { ...rate, values: [0.59] },
        { ...time, values: [1.31] },
      ],
      last,
    ),
  ).toEqual(['WORSE  list page: 0.59, was 0.80 (0.70–0.90)', 'WORSE  start: 1.31, was 1.10 (1.00–1.20)'])
  expect(worseRows([{ ...rate, work: 'new work', values: [0] }], last)).toEqual([])
})

test('a later run reads what a run writes', async () => {
  const file = join(folder, 'last.json')
  await writeRows(file, [rate, time])
  expect(await readRows(file)).toEqual([rate, time])
})

test.each([
  ['missing.json', null, 'missing.json cannot be read. Name a file that --json wrote.'],
  ['text.json', 'no JSON', 'text.json has no rows. Name a file that --json wrote.'],
  ['other.json', '{"rows": [{"work": "start"}]}', 'other.json has no rows. Name a file that --json wrote.'],
])('%s is refused in one line', async (name, content, message) => {
  const file = join(folder, name)
  if (content !== null) await writeFile(file, content)
  await expect(readRows(file)).rejects.toThrow(message)
})
