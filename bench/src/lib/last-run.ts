import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from './report.ts'
import { spread } from './statistics.ts'

/** What a later run compares itself with. */
export type LastRow = Pick<Row, 'work' | 'values' | 'unit' | 'goal'>

export async function writeRows(file: string, rows: readonly Row[]): Promise<void> {
  await writeFile(file, `${JSON.stringify({ rows }, null, 2)}\n`)
}

/** @throws Error with one line that says what is wrong with the file. */
export async function readRows(file: string): Promise<LastRow[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`--compare ${file} cannot be read. Name a file that --json wrote.`, { cause: error })
  })
  const rows = rowsIn(text)
  if (!rows) throw new Error(`--compare ${file} has no rows. Name a file that --json wrote.`)
  return rows
}

/** One line for each row whose median got worse by more than the range of its rounds in the last run. */
export function worseRows(rows: readonly Row[], last: readonly LastRow[]): string[] {
  return rows.flatMap((row) => {
    const before = last.find(({ work }) => work === row.work)
    if (!before) return []
    const [was, is] = [spread(before.values), spread(row.values)]
    const loss = 'atLeast' in row.goal ? was.median - is.median : is.median - was.median
    if (loss <= was.most - was.least) return []
    const range = `${was.least.toFixed(2)}–${was.most.toFixed(2)}`
    return [`WORSE  ${row.work}: ${is.median.toFixed(2)}, was ${was.median.toFixed(2)} (${range})`]
  })
}

function rowsIn(text: string): LastRow[] | null {
  try {
    const { rows } = JSON.parse(text) as { rows?: unknown }
    return Array.isArray(rows) && rows.every(isRow) ? rows : null
  } catch {
    return null
  }
}

function isRow(row: unknown): row is LastRow {
  const { work, values } = (row ?? {}) as Partial<LastRow>
  return typeof work === 'string' && Array.isArray(values) && values.length > 0
}
