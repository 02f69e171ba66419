import { MAX_ID } from '@portal/contract/limits.ts'
import { withoutExtension } from './name-words.ts'

/** Names are short: more numbers than these are the scanner's. */
const MOST_NUMBERS = 4
/** A year that filings are about, from 2015 to 2039: 1001 and 2001 are parties'. And a day as scanners write it, 20260415. */
const YEAR = /^20(?:1[5-9]|[23]\d)$/u
const DAY = /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/u

/** The numbers in a file's name that may be those of parties: no years, no days, none with a zero in front. */
export function numbersOf(name: string): readonly number[] {
  const numbers = runsOf(name).filter(
    (run) => /^[1-9]\d{2,9}$/u.test(run) && !YEAR.test(run) && !DAY.test(run),
  )
  return [...new Set(numbers.map(Number))].filter((number) => number <= MAX_ID).slice(0, MOST_NUMBERS)
}

/** The only year that a file's name tells of; null without one, or with several. */
export function yearOf(name: string): number | null {
  const years = runsOf(name).flatMap((run) => (YEAR.test(run) ? run : (DAY.exec(run)?.[1] ?? [])))
  const [year, ...others] = new Set(years)
  return year === undefined || others.length > 0 ? null : Number(year)
}

function runsOf(name: string): readonly string[] {
  return withoutExtension(name).match(/\d+/gu) ?? []
}
