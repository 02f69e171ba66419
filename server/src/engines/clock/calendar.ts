/** The calendar in the firm's time zone. */
export type Calendar = {
  /** The year of a moment: a document's appraisal year is that of its upload. */
  yearOf(moment: Date): number
  /** The day of a moment, YYYY-MM-DD, and its hour, 0 to 23. */
  hourOf(moment: Date): { readonly day: string; readonly hour: number }
}

/** Create it once: that takes longer than all other computation of an upload. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'gregory' })
  const toHours = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    calendar: 'gregory',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return {
    yearOf: (moment) => Number(format.format(moment)),
    hourOf(moment) {
      const [day = '', time = ''] = toHours.format(moment).split(' ')
      return { day, hour: Number(time.slice(0, 2)) }
    },
  }
}
