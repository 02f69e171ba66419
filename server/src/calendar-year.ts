const calendars = new Map<string, Intl.DateTimeFormat>()

/** The calendar year of a moment in the firm's zone: a document's appraisal year is that of its upload. */
export function calendarYear(moment: Date, timeZone: string): number {
  return Number(calendarOf(timeZone).format(moment))
}

/** Making one takes longer than all else that an upload computes. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const calendar = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'gregory' })
  calendars.set(timeZone, calendar)
  return calendar
}
