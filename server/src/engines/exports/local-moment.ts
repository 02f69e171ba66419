/**
 * Writes moments as local time, `YYYY-MM-DD HH:MM:SS`. Create it once for many moments: creating it takes longer than
 * all its formatting.
 */
export function localMoments(timeZone: string): (moment: string | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    calendar: 'gregory',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (moment) => format.format(typeof moment === 'string' ? new Date(moment) : moment)
}
