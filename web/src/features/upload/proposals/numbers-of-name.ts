import { MAX_ID } from '@portal/contract/limits.ts'
import { withoutExtension } from './name-words.ts'

/** The most numbers read from a name: names are short, and further numbers come from the scanner. */
const MAX_NUMBERS = 4
/**
 * YEAR matches the appraisal years 2015 to 2039, since 1001 and 2001 are party numbers. DAY matches a scanner's date,
 * 20260415.
 */
const YEAR = /^20(?:1[5-9]|[23]\d)$/u
const DAY = /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/u

/** The numbers in a file's name that may be party numbers: no years, no dates, no leading zero. */
export function numbersOf(name: string): readonly number[] {
  const numbers = runsOf(name).filter(
    (run) => /^[1-9]\d{2,9}$/u.test(run) && !YEAR.test(run) && !DAY.test(run),
  )
  return [...new Set(numbers.map(Number))].filter((number) => number <= MAX_ID).slice(0, MAX_NUMBERS)
}

/** The only year in a file's name; null if it has none or several. */
export function yearOf(name: string): number | null {
  const years = runsOf(name).flatMap((run) => (YEAR.test(run) ? run : (DAY.exec(run)?.[1] ?? [])))
  const [year, ...others] = new Set(years)
  return year === undefined || others.length > 0 ? null : Number(year)
}

function runsOf(name: string): readonly string[] {
  return withoutExtension(name).match(/\d+/gu) ?? []
}
