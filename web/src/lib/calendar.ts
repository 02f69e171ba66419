import { now } from './clock.ts'

/** The calendar year of a time in the firm's zone, whatever the browser's zone is. */
export function calendarYear(moment: Date, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'gregory' }).format(moment),
  )
}

/** The current year in the firm's zone. */
export function currentYear(timeZone: string): number {
  return calendarYear(now(), timeZone)
}

/** The present day in the firm's zone, YYYY-MM-DD. */
export function today(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, calendar: 'gregory' }).format(now())
}

/** A day (YYYY-MM-DD) in the American format: `4/15/2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}
