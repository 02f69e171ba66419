import { CommandError } from '../../engines/commands/command.ts'
import type { WriteCounts } from './import-kind.ts'

/**
 * Unusual changes, which need --confirm: more rows than this, and a larger share of the rows of the county (and year).
 * Between two files of a season, a roll loses some tenths of a percent, and at most a few percent. Loading a truncated
 * file, or another county's, loses nearly all. Values change for most owners only once a year, when the certified roll
 * follows the preliminary one. Rolls of a few rows are exempt: there a large share is a row or two, and reloading them
 * is easy.
 */
const LARGE_REMOVAL = { rows: 10, share: 0.05 }
const LARGE_CHANGE = { rows: 100, share: 0.5 }

type Threshold = typeof LARGE_REMOVAL

export type ImportToConfirm = {
  /** The path as the person typed it. */
  readonly path: string
  /** Such as 'owner-values'. */
  readonly kindName: string
  readonly isConfirmed: boolean
}

/**
 * Allows confirmed changes, small changes, and the first rows of a county and year.
 * @throws CommandError in one line with the counts and the first names.
 */
export function requireConfirmed(
  { path, kindName, isConfirmed }: ImportToConfirm,
  { removed, updated, before, examples }: WriteCounts,
): void {
  if (isConfirmed) return
  const changes = [
    ...(isLarge(removed, before, LARGE_REMOVAL) ? [`remove ${count(removed)}`] : []),
    ...(isLarge(updated, before, LARGE_CHANGE) ? [`change ${count(updated)}`] : []),
  ]
  if (changes.length === 0) return
  const what = `${changes.join(' and ')} of the ${count(before)} ${kindName.replace('-', ' ')}`
  const names = examples.length > 0 ? ` (${examples.join('; ')}; …)` : ''
  throw new CommandError(
    `${path} would ${what} there are${names}. Nothing was loaded. Add --confirm if that is what you want.`,
  )
}

function isLarge(rows: number, before: number, { rows: least, share }: Threshold): boolean {
  return rows > least && rows > before * share
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
