import { loadNow } from './machine.ts'
import { spread } from './statistics.ts'

export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** One row of the result: a ratio or a size against its goal, and the figures behind it. */
export type Row = {
  readonly work: string
  /** One figure a round: a ratio to the floor, or what `unit` says. */
  readonly values: readonly number[]
  readonly unit?: 's' | 'ms' | 'MB' | '%'
  readonly goal: Goal
  /** As measured, for instance '812 against 1033 requests a second'. */
  readonly figures: string
  readonly bytesPerAnswer?: number
  /** Milliseconds of processor time a request; null where the system does not tell. */
  readonly cpu?: { readonly portal: number | null; readonly floor: number | null }
  readonly voided: readonly string[]
  /** Why this row may miss its goal, where that is known. */
  readonly reason?: string
  readonly load?: number
}

export const TABLE_HEAD = [
  '| work | ratio (or as said): median (range) | goal | verdict | figures | bytes | CPU ms a request | rounds | load |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n')

export function isMet({ values, goal }: Row): boolean {
  const { median } = spread(values)
  return 'atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost
}

/** One line while the benches still run. */
export function progress(row: Row): string {
  const unit = row.unit ? ` ${row.unit}` : ''
  return `${isMet(row) ? 'PASS' : 'MISS'}  ${row.work}: ${spread(row.values).median.toFixed(2)}${unit}`
}

export function tableRow(row: Row): string {
  const { median, least, most } = spread(row.values)
  const unit = row.unit ? ` ${row.unit}` : ''
  const cells = [
    row.work,
    `${median.toFixed(2)}${unit} (${least.toFixed(2)}–${most.toFixed(2)})`,
    'atLeast' in row.goal ? `≥ ${row.goal.atLeast}${unit}` : `≤ ${row.goal.atMost}${unit}`,
    verdict(row),
    row.figures,
    row.bytesPerAnswer === undefined ? '–' : Math.round(row.bytesPerAnswer).toLocaleString('en-US'),
    row.cpu ? `${milliseconds(row.cpu.portal)} / ${milliseconds(row.cpu.floor)}` : '–',
    row.voided.length > 0 ? `${row.values.length}, ${row.voided.length} void` : String(row.values.length),
    (row.load ?? loadNow()).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

function verdict(row: Row): string {
  if (isMet(row)) return 'PASS'
  return row.reason ? `MISS: ${row.reason}` : 'MISS'
}

function milliseconds(value: number | null): string {
  return value === null ? '?' : value.toFixed(2)
}
