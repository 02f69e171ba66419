/** A moment to the second, in the firm's time zone and in UTC. */
export type ExactMoment = { readonly local: string; readonly utc: string }

/**
 * Formats moments to the second, such as '4/14/2026, 11:59:58 PM CDT' and '2026-04-15 04:59:58 UTC'. Create it once for
 * many moments: creating it takes longer than all its formatting.
 */
export function exactMoments(timeZone: string): (moment: Date) => ExactMoment {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  return (moment) => ({
    // Some versions put a narrow space before AM, which old mail programs show as a box.
    local: format.format(moment).replaceAll('\u202F', ' '),
    utc: `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  })
}
