/** The calendar of the firm's zone. */
export type Calendar = {
  /** The year of a moment: a document's appraisal year is that of its upload. */
  yearOf(moment: Date): number
}

/** Made once: making one takes longer than all else that an upload computes. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'gregory' })
  return { yearOf: (moment) => Number(format.format(moment)) }
}
