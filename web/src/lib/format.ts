/** What a cell says where there is nothing to say. */
export const NOTHING = '—'

const NOT_AVAILABLE = 'N/A'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: '2-digit',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timeZone, made)
  return made
}

/** A 'date time' string (specification, section 3): it names no zone, so it is the firm's own time already. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/u

/** A moment (ISO 8601) as `M/D/YY HH:mm` in the firm's zone, whatever zone the browser is in; 'N/A' without one. */
export function formatMoment(iso: string | null | undefined, timeZone: string): string {
  const isFirmsTime = WITHOUT_ZONE.test(iso ?? '')
  const moment = new Date(isFirmsTime ? `${iso?.replace(' ', 'T')}Z` : (iso ?? NaN))
  if (Number.isNaN(moment.getTime())) return NOT_AVAILABLE
  const part = Object.fromEntries(
    formatterOf(isFirmsTime ? 'UTC' : timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return `${part['month']}/${part['day']}/${part['year']} ${part['hour']}:${part['minute']}`
}

/** A size in bytes, as people say it: `812 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const isKilo = bytes < 1024 * 1024
  const value = bytes / (isKilo ? 1024 : 1024 * 1024)
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${isKilo ? 'KB' : 'MB'}`
}
