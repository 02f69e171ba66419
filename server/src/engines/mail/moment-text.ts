/** A moment for people, such as 'March 10, 2026 at 10:00 AM CDT', in the firm's zone. */
export function momentText(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // Some versions put a narrow space before AM, which old mail programs show as a box.
  return format.format(moment).replaceAll('\u202F', ' ')
}
