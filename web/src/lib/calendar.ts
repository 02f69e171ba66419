import { now } from './clock.ts'

/** The calendar year of a moment in the firm's zone, whatever zone the browser is in. */
export function calendarYear(moment: Date, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'gregory' }).format(moment),
  )
}

/** The year that it is now for the firm. */
export function currentYear(timeZone: string): number {
  return calendarYear(now(), timeZone)
}

/** A day (YYYY-MM-DD) as people here write it: `4/15/2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}
